import { useState, type ComponentProps } from "react";
import type { PolicyRow } from "#resources/ip-policies.ts";
import { Input } from "#ui/input.tsx";
import { policyName } from "./policy-names.ts";

const SELECT =
  "h-control w-full rounded-md border border-line-strong bg-surface-raised px-2 text-content focus-visible:-outline-offset-1 aria-invalid:border-danger";

/** The option for an id that no known policy has: it is typed. */
const OTHER = "other";

type Props = Pick<ComponentProps<"select">, "id" | "aria-invalid" | "aria-describedby"> & {
  policies: readonly PolicyRow[];
  value: string;
  onChange: (id: string) => void;
};

/** Chooses an IP policy by its name, or takes an id where the list does not have it. */
export function PolicySelect({ policies, value, onChange, ...aria }: Props) {
  const known = policies.some(({ id }) => id === value);
  const [other, setOther] = useState(false);
  const typing = policies.length === 0 || other || (value !== "" && !known);
  const select = typing ? OTHER : value;
  const { id, ...faults } = aria;
  return (
    <div className="grid gap-2">
      {policies.length === 0 ? null : (
        <select
          id={id}
          {...(typing ? {} : faults)}
          value={select}
          onChange={({ target }) => {
            setOther(target.value === OTHER);
            onChange(target.value === OTHER ? "ipp_" : target.value);
          }}
          className={SELECT}
        >
          <option value="" disabled>
            Choose a policy
          </option>
          {policies.map((policy) => (
            <option key={policy.id} value={policy.id}>
              {policyName(policy)}
            </option>
          ))}
          <option value={OTHER}>Enter an ID…</option>
        </select>
      )}
      {typing ? (
        <Input
          {...faults}
          {...(policies.length === 0 ? { id } : { "aria-label": "Policy ID" })}
          mono
          value={value}
          onChange={(event) => onChange(event.target.value.trim())}
          placeholder="ipp_…"
        />
      ) : null}
    </div>
  );
}
