import { useFieldValue } from "#forms/use-field.ts";
import { OwnAddressNote } from "#policy-lab/lockout-note.tsx";
import { restrictionVerdict } from "./address-verdict.ts";
import { useChosenPolicies } from "./chosen-policies.ts";

/** Warns when the draft's policies together block the operator's own address. */
export function RestrictionLockout() {
  const { ids, rules } = useChosenPolicies();
  const { data } = rules;
  const off = useFieldValue("enabled") === false;
  if (off || ids.length === 0 || !data) return null;
  return (
    <OwnAddressNote
      lockout={(own) => {
        const { allowed, outcome } = restrictionVerdict(ids, data, own);
        if (allowed) return null;
        return outcome === "denied"
          ? "is denied by a rule of these policies."
          : "is allowed by none of these policies.";
      }}
    />
  );
}
