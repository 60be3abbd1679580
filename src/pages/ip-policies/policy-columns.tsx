import { Link } from "react-router-dom";
import { isWholePolicy, type PolicyRow } from "#resources/ip-policies.ts";
import { href } from "#resources/paths.ts";
import type { JsonObject } from "#table/resource-list.tsx";
import type { Column } from "#table/column.ts";
import type { RowModel } from "#table/rows.ts";
import type { TableSchema } from "#table/url-state.ts";
import { CopyId } from "#ui/copy-id.tsx";
import { formatCount } from "#ui/format.ts";
import { MenuButton } from "#ui/menu.tsx";
import { RelativeTime } from "#ui/time.tsx";

/** How many rules of each action a policy has. */
type RuleCounts = { allow: number; deny: number };

/** A policy with what its rules are; without `rules` they are not known yet. */
export type PolicyItem = { policy: PolicyRow; rules: RuleCounts | null };

/** Search looks at everything a policy says of itself; the filter tells those that block everybody. */
export const policyModel: RowModel<PolicyItem> = {
  searchText: ({ policy: { id, description, metadata } }) =>
    [description, id, metadata].join("\n").toLowerCase(),
  facets: [{ id: "lets", label: "Lets in", valueOf: letsIn }],
  sortKeys: {
    name: ({ policy: { id, description } }) => (description || id).toLowerCase(),
    rules: ({ rules }) => (rules ? rules.allow + rules.deny : -1),
    created: ({ policy }) => Date.parse(policy.created_at ?? "") || 0,
  },
  tie: ({ policy }) => policy.id,
};

export const policySchema: TableSchema = {
  facets: ["lets"],
  fixed: { lets: ["not known yet", "nobody", "somebody"] },
  sortable: Object.keys(policyModel.sortKeys),
  defaultSort: { column: "name", descending: false },
};

function letsIn({ rules }: PolicyItem): string {
  if (!rules) return "not known yet";
  return rules.allow === 0 ? "nobody" : "somebody";
}

function ruleWords({ rules }: PolicyItem): string {
  if (!rules) return "";
  if (rules.allow + rules.deny === 0) return "no rules: blocks everybody";
  return `${formatCount(rules.allow)} allow, ${formatCount(rules.deny)} deny`;
}

/** The columns of /ip-policies. */
export function policyColumns(onDelete: (policy: PolicyRow) => void): readonly Column<PolicyItem>[] {
  return [
    {
      id: "name",
      head: "Policy",
      width: "minmax(12rem, 1fr)",
      place: "lead",
      sortable: true,
      cell: ({ policy: { id, description } }) => (
        <Link to={href.ipPolicy(id)} className="min-w-0 scroll-mt-10 truncate font-strong hover:underline">
          {description || <span className="font-mono text-xs">{id}</span>}
        </Link>
      ),
    },
    { id: "id", head: "Id", width: "10rem", place: "sub", cell: ({ policy }) => <CopyId id={policy.id} /> },
    {
      id: "rules",
      head: "Rules",
      width: "13rem",
      place: "sub",
      sortable: true,
      exports: ["allow_rules", "deny_rules"],
      cell: ruleWords,
    },
    {
      id: "created",
      head: "Created",
      width: "7rem",
      place: "drop",
      sortable: true,
      className: "text-content-muted",
      cell: ({ policy }) => (policy.created_at ? <RelativeTime at={policy.created_at} /> : "not shown"),
    },
    {
      id: "menu",
      head: "Actions",
      width: "2rem",
      place: "menu",
      cell: ({ policy }) => (
        <MenuButton
          label={`Actions for ${policy.description || policy.id}`}
          size="sm"
          items={[
            { label: "Open", icon: "right", to: href.ipPolicy(policy.id) },
            { label: "Add a rule…", icon: "plus", to: href.ipRuleNew(`?to=${policy.id}`) },
            "separator",
            {
              label: "Delete…",
              icon: "trash",
              tone: "danger",
              disabledReason: isWholePolicy(policy)
                ? undefined
                : "This service has no IP policies to delete.",
              onSelect: () => onDelete(policy),
            },
          ]}
        />
      ),
    },
  ];
}

/** A policy for CSV and JSON. */
export function exportPolicy({ policy, rules }: PolicyItem): JsonObject {
  return {
    id: policy.id,
    name: policy.description ?? "",
    allow_rules: rules?.allow ?? null,
    deny_rules: rules?.deny ?? null,
    created: policy.created_at ?? null,
  };
}
