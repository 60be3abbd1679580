import { useFieldValue } from "#forms/use-field.ts";
import { OwnAddressNote } from "#policy-lab/lockout-note.tsx";
import { closes, useEdgeLimits } from "#resources/closing.ts";
import { Note } from "#ui/note.tsx";
import { restrictionVerdict } from "./address-verdict.ts";
import { useChosenPolicies } from "./chosen-policies.ts";

/** Warns when the draft's policies together block everyone, or the operator's own address. */
export function RestrictionLockout() {
  const { ids, rules } = useChosenPolicies();
  const { data } = rules;
  const off = useFieldValue("enabled") === false;
  // The page says that nobody gets in, where that is known.
  const isTold = closes("ip_restriction", { ip_policy_ids: ids }, useEdgeLimits());
  if (off || ids.length === 0 || !data || isTold) return null;
  if (!data.some(({ action, ip_policy }) => action === "allow" && ids.includes(ip_policy.id)))
    return (
      <Note tone="warn">
        <strong>This blocks everyone.</strong> None of these policies has an allow rule.
      </Note>
    );
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
