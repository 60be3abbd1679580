import { useQuery } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import type { RolloutCreate } from "#contract/rollouts/rollout.ts";
import { endpoints } from "#resources/endpoints.ts";
import { trafficMetrics } from "#resources/traffic.ts";
import { Input } from "#ui/input.tsx";

type Values = Record<Exclude<keyof RolloutCreate, "session_ids" | "action" | "chosen">, string>;

const NUMBERS: readonly (readonly [keyof Values, label: string, most: number])[] = [
  ["canary", "Canary agents", 1_000],
  ["batch_size", "Agents in a batch", 1_000],
  ["at_once", "At once", 50],
  ["pause_seconds", "Pause, in seconds", 86_400],
  ["halt_failures", "Halt at failures", 1_000],
  ["halt_percent", "Halt at % failed", 100],
];

export const DEFAULTS: Values = {
  canary: "1",
  batch_size: "10",
  at_once: "5",
  pause_seconds: "30",
  halt_failures: "",
  halt_percent: "10",
  halt_endpoint_id: "",
  halt_error_percent: "5",
};
/** One agent needs no stages. */
export const ALONE: Values = { ...DEFAULTS, canary: "0", pause_seconds: "0", halt_percent: "" };

/** What was entered. Empty fields are left to whoever runs it. */
export function given(values: Values): Partial<RolloutCreate> {
  const { halt_endpoint_id: endpoint, halt_error_percent: errors, ...numbers } = values;
  const entries = Object.entries(endpoint === "" ? numbers : { ...numbers, halt_error_percent: errors });
  return {
    ...Object.fromEntries(
      entries.flatMap(([name, text]) => (text.trim() === "" ? [] : [[name, Number(text)] as const])),
    ),
    ...(endpoint === "" ? {} : { halt_endpoint_id: endpoint }),
  };
}

/** The stages of a rollout, and what halts it. */
export function RolloutFields(props: { values: Values; onChange: (values: Values) => void }) {
  const { values, onChange } = props;
  const set = (name: keyof Values) => (value: string) => onChange({ ...values, [name]: value });
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2 md:grid-cols-3">
      {NUMBERS.map(([name, label, most]) => (
        <NumberField key={name} label={label} most={most} value={values[name]} onChange={set(name)} />
      ))}
      <WatchFields values={values} set={set} />
    </div>
  );
}

/** The endpoint whose errors halt it; nothing where the service counts no requests. */
function WatchFields(props: { values: Values; set: (name: keyof Values) => (value: string) => void }) {
  const { values, set } = props;
  const counted = useQuery({ ...trafficMetrics("account", undefined, "1m"), refetchInterval: false });
  const { data: all = [] } = useQuery({ ...endpoints.query, enabled: counted.isSuccess });
  if (!counted.isSuccess) return null;
  return (
    <>
      <Field label="Watch the errors of" className="md:col-span-2">
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
          label="Halt at % of its requests failed"
          least={1}
          most={100}
          value={values.halt_error_percent}
          onChange={set("halt_error_percent")}
        />
      )}
    </>
  );
}

function NumberField(props: {
  label: string;
  least?: number;
  most: number;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={props.label}>
      {(id) => (
        <Input
          id={id}
          type="number"
          min={props.least ?? 0}
          max={props.most}
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
        />
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
