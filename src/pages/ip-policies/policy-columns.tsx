import { Link } from "react-router-dom";
import { ipPolicies, isWholePolicy, type PolicyRow } from "#resources/ip-policies.ts";
import { href } from "#resources/paths.ts";
import { defineTable } from "#table/define-table.ts";
import { idColumn } from "#table/id-column.tsx";
import { createdColumn, nameColumn } from "#table/plain-columns.tsx";
import { formatCount } from "#ui/format.ts";

/** How many rules of each action a policy has. */
type RuleCounts = { allow: number; deny: number };

/** A policy with what its rules are; null while they are not known. */
export type PolicyItem = PolicyRow & { rules: RuleCounts | null };

function letsIn({ rules }: PolicyItem): string {
  if (!rules) return "loading";
  return rules.allow === 0 ? "nobody" : "some addresses";
}

function ruleWords({ rules }: PolicyItem): string {
  if (!rules) return "";
  if (rules.allow + rules.deny === 0) return "No rules, blocks everyone";
  const denied = `${formatCount(rules.deny)} deny`;
  if (rules.allow === 0) return `${denied}, allows nobody`;
  return [`${formatCount(rules.allow)} allow`, ...(rules.deny > 0 ? [denied] : [])].join(", ");
}

/** The table of /ip-policies; the filter finds those that block everyone. */
export const policyTable = defineTable<PolicyItem>({
  noun: ipPolicies.noun,
  columns: [
    {
      ...nameColumn("Policy", ipPolicies.nameOf),
      value: ({ description }) => description ?? "",
      cell: ({ id, description }) => (
        <Link to={href.ipPolicy(id)} className="min-w-0 truncate font-strong hover:underline">
          {description || <span className="font-mono text-xs">{id}</span>}
        </Link>
      ),
    },
    idColumn(),
    {
      id: "rules",
      head: "Rules",
      width: "13rem",
      place: "sub",
      sort: ({ rules }) => (rules ? rules.allow + rules.deny : -1),
      facets: [{ id: "lets", label: "Allows", values: ["loading", "nobody", "some addresses"], of: letsIn }],
      exports: ({ rules }) => ({ allow_rules: rules?.allow ?? null, deny_rules: rules?.deny ?? null }),
      cell: ruleWords,
    },
    { ...createdColumn(), value: ({ created_at: at }) => at ?? null },
  ],
  defaultSort: { column: "name", descending: false },
});

/** Why it can't be deleted: a rule names it, and the service shows no more of it. */
export const notDeletable = (policy: PolicyItem) =>
  isWholePolicy(policy) ? undefined : "This service can’t delete IP policies";
