import { useFieldValue } from "#forms/use-field.ts";
import { OwnAddressNote } from "#policy-lab/lockout-note.tsx";
import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { Icon } from "#ui/icon.tsx";
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
  const [first] = ids;
  if (off || first === undefined || !data) return null;
  if (!data.some(({ action, ip_policy }) => action === "allow" && ids.includes(ip_policy.id))) {
    const add = (
      <Link to={href.ipRuleNew(`?to=${first}`)} target="_blank" className="link justify-self-start">
        Add an allow rule
        <Icon name="ext" size={12} className="ml-1 inline align-baseline" />
        <span className="sr-only"> in a new tab</span>
      </Link>
    );
    if (isTold) return add;
    return (
      <Note tone="warn">
        <strong>This blocks everyone.</strong> None of these policies has an allow rule. {add}
      </Note>
    );
  }
  if (isTold) return null;
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
