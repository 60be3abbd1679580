import { href } from "#resources/paths.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { Icon } from "#ui/icon.tsx";
import { RowMenu } from "#table/row-menu.tsx";

/** The grid of the table's head and rows; stacked on narrow windows. */
export const COLUMNS =
  "md:grid md:grid-cols-[4.5rem_minmax(8rem,10.5rem)_minmax(0,1fr)_6rem_1.75rem] md:items-center md:gap-x-3";

/** The dialog for a new rule, in this policy if one is named; search and filters of the list behind stay in the URL. */
export function newRuleHref(params: URLSearchParams, policyId?: string): string {
  const next = new URLSearchParams(params);
  if (policyId) next.set("to", policyId);
  return href.ipRuleNew(next.size > 0 ? `?${next}` : "");
}

/** allow or deny: icon and word. */
export function ActionWord({ action }: { action: string }) {
  const allow = action === "allow";
  const deny = action === "deny";
  return (
    <span className="inline-flex items-center gap-1.5 align-middle">
      <Icon
        name={allow ? "check" : deny ? "x" : "warn"}
        className={allow ? "text-ok" : deny ? "text-danger" : "text-warning"}
      />
      {action}
    </span>
  );
}

/** What can be done with a rule. */
export function RuleMenu({ rule, onDelete }: { rule: IpPolicyRule; onDelete: (rule: IpPolicyRule) => void }) {
  const { id, action, cidr } = rule;
  return (
    <RowMenu
      name={`${action} ${cidr}`}
      items={[
        { label: "Open", icon: "right", to: href.ipRule(id) },
        { label: "Change action or policy…", icon: "refresh", to: href.ipRule(id, "?replace") },
        "separator",
        { label: "Delete…", icon: "trash", tone: "danger", onSelect: () => onDelete(rule) },
      ]}
    />
  );
}
