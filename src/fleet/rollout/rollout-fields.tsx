import { useQuery } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { endpoints } from "#resources/endpoints.ts";
import { trafficMetrics } from "#resources/traffic.ts";
import { Input } from "#ui/input.tsx";
import { faultsOf, isDuration, type Values } from "./rollout-values.ts";

type Name = keyof ReturnType<typeof faultsOf>;

const NUMBERS: readonly (readonly [name: Name, label: string, hint: string])[] = [
  ["canary", "Canary agents", "Go first. If one fails, the rollout halts."],
  ["batch_size", "Agents per batch", ""],
  ["at_once", "Agents at the same time", "Within a batch."],
  ["pause_seconds", "Pause between batches", "Examples: 90, 1 min, 2 h"],
  ["halt_failures", "Halt after failed agents", "Empty for no limit."],
  ["halt_percent", "Halt after failed agents, %", "Of all agents. Empty for no limit."],
];

/** The stages of a rollout, and what halts it. */
export function RolloutFields(props: { values: Values; onChange: (values: Values) => void }) {
  const { values, onChange } = props;
  const faults = faultsOf(values);
  const set = (name: keyof Values) => (value: string) => onChange({ ...values, [name]: value });
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 md:grid-cols-3">
      {NUMBERS.map(([name, label, hint]) => (
        <NumberField
          key={name}
          {...{ name, label }}
          hint={hint}
          value={values[name]}
          fault={faults[name]}
          onChange={set(name)}
        />
      ))}
      <WatchFields values={values} fault={faults.halt_error_percent} set={set} />
    </div>
  );
}

/** The endpoint whose errors halt it; nothing where the service counts no requests. */
function WatchFields(props: {
  values: Values;
  fault: string | undefined;
  set: (name: keyof Values) => (value: string) => void;
}) {
  const { values, fault, set } = props;
  const counted = useQuery({ ...trafficMetrics("account", undefined, "1m"), refetchInterval: false });
  const { data: all = [] } = useQuery({ ...endpoints.query, enabled: counted.isSuccess });
  if (!counted.isSuccess) return null;
  return (
    <>
      <Field label="Halt when requests to a URL fail" className="md:col-span-2">
        {(id) => (
          <select
            id={id}
            value={values.halt_endpoint_id}
            onChange={({ target }) => set("halt_endpoint_id")(target.value)}
            className="h-control w-full min-w-0 rounded-md border border-line-strong bg-surface-raised px-2 text-content"
          >
            <option value="">No URL</option>
            {all
              .map((one) => [one.id, endpoints.nameOf(one)] as const)
              .toSorted(([, a], [, b]) => a.localeCompare(b))
              .map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
          </select>
        )}
      </Field>
      {values.halt_endpoint_id === "" ? null : (
        <NumberField
          name="halt_error_percent"
          label="Halt after failed requests, %"
          hint="Of the last minute."
          fault={fault}
          value={values.halt_error_percent}
          onChange={set("halt_error_percent")}
        />
      )}
    </>
  );
}

function NumberField(props: {
  name: Name;
  label: string;
  hint: string;
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}) {
  const { name, label, hint, value, fault, onChange } = props;
  const about = useId();
  return (
    <Field label={label}>
      {(id) => (
        <>
          <Input
            id={id}
            inputMode={isDuration(name) ? "text" : "numeric"}
            autoComplete="off"
            aria-invalid={fault !== undefined}
            aria-describedby={about}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <p id={about} className={`text-xs ${fault === undefined ? "text-content-muted" : "text-danger"}`}>
            {fault ?? hint}
          </p>
        </>
      )}
    </Field>
  );
}

function Field(props: { label: string; className?: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={`grid min-w-0 gap-1 ${props.className ?? ""}`}>
      <label htmlFor={id}>{props.label}</label>
      {props.children(id)}
    </div>
  );
}
