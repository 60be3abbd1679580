import { useState, type ComponentProps } from "react";
import { Button } from "#ui/button.tsx";
import { Input } from "#ui/input.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { policyName, usePolicyNames } from "./policy-names.ts";

const NewPolicyDialog = lazyPart(() => import("./new-policy-dialog.tsx"), "NewPolicyDialog");

const SELECT =
  "h-control w-full rounded-md border border-line-strong bg-surface-raised px-2 text-content focus-visible:-outline-offset-1 aria-invalid:border-danger";

/** The option for an id that no known policy has: it is typed. */
const OTHER = "other";

type Props = Pick<ComponentProps<"select">, "id" | "aria-invalid" | "aria-describedby"> & {
  value: string;
  /** What it was called where it was deleted while it was chosen. */
  deleted: string | null;
  onChange: (id: string) => void;
};

/** Chooses an IP policy by its name, takes an id where the list does not have it, and creates the first one on the spot. */
export function PolicySelect({ value, deleted, onChange, ...aria }: Props) {
  const { policies, none } = usePolicyNames();
  const known = policies.some(({ id }) => id === value);
  const [other, setOther] = useState(false);
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState(false);
  const typing = other || (value !== "" && !known && deleted === null);
  const { id, ...faults } = aria;
  return (
    <div className="grid justify-items-start gap-2">
      <select
        id={id}
        {...(typing ? {} : faults)}
        value={typing ? OTHER : value}
        onChange={({ target }) => {
          setOther(target.value === OTHER);
          onChange(target.value === OTHER ? "ipp_" : target.value);
        }}
        className={SELECT}
      >
        <option value="" disabled>
          {none ? "No IP policies yet" : "Choose a policy"}
        </option>
        {policies.map((policy) => (
          <option key={policy.id} value={policy.id}>
            {policyName(policy)}
          </option>
        ))}
        {deleted === null ? null : (
          <option value={value} disabled>
            {deleted} (deleted)
          </option>
        )}
        <option value={OTHER}>Enter an ID…</option>
      </select>
      {typing ? (
        <Input
          {...faults}
          aria-label="Policy ID"
          mono
          value={value}
          onChange={(event) => onChange(event.target.value.trim())}
          placeholder="ipp_…"
        />
      ) : null}
      {none || made ? (
        // Once pressed it stays: the focus comes back to it.
        <Button size="sm" icon="plus" onClick={() => setCreating(true)}>
          Create IP policy
        </Button>
      ) : null}
      {creating ? (
        <NewPolicyDialog
          onMade={(policy) => {
            setMade(true);
            setOther(false);
            onChange(policy.id);
            setCreating(false);
          }}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </div>
  );
}
