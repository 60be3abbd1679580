import { Link } from "react-router-dom";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { rangeOf } from "#policy-lab/verdict.ts";
import { href } from "#resources/paths.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { defineTable, type Table } from "#table/define-table.ts";
import { idColumn } from "#table/id-column.tsx";
import { createdColumn } from "#table/plain-columns.tsx";
import { ActionWord } from "./rule-parts.tsx";

type Facts = {
  nameOf: (id: string) => string;
  /** What is worth a look in a rule, in words; empty when nothing is. */
  worthOf: (rule: IpPolicyRule) => string;
};

/** A text that sorts as the ranges do; what can't be read comes last. */
function rangeKey(rule: IpPolicyRule): string {
  const range = rangeOf(rule);
  if (!range) return `9 ${rule.cidr}`;
  return `${range.family} ${range.first.toString(16).padStart(32, "0")} ${String(range.bits).padStart(3, "0")}`;
}

function familyOf(rule: IpPolicyRule): string {
  const range = rangeOf(rule);
  return range ? `IPv${range.family}` : "unreadable";
}

/** The flat table, whose search and filters the grouped rules have too; names and findings are of the whole list. */
export function ruleTable({ nameOf, worthOf }: Facts): Table<IpPolicyRule> {
  return defineTable<IpPolicyRule>({
    noun: ipRules.noun,
    columns: [
      {
        id: "range",
        head: "Range",
        width: "minmax(9rem,13rem)",
        place: "lead",
        value: ({ cidr }) => cidr,
        sort: rangeKey,
        search: ({ cidr, metadata }) => [cidr, metadata],
        facets: [{ id: "family", label: "Family", values: ["IPv4", "IPv6", "unreadable"], of: familyOf }],
        cell: ({ id, cidr }) => (
          <Link to={href.ipRule(id)} className="font-mono text-xs/6 hover:underline">
            {cidr}
          </Link>
        ),
      },
      {
        id: "action",
        head: "Action",
        width: "4.5rem",
        place: "state",
        value: ({ action }) => action,
        sort: "value",
        search: true,
        facets: [{ values: ["allow", "deny"], place: -1 }],
        cell: ({ action }) => <ActionWord action={action} />,
      },
      {
        id: "policy",
        head: "Policy",
        width: "minmax(7rem,12rem)",
        place: "sub",
        value: ({ ip_policy }) => ip_policy.id,
        sort: ({ ip_policy }) => nameOf(ip_policy.id).toLowerCase(),
        search: ({ ip_policy }) => [ip_policy.id, nameOf(ip_policy.id)],
        facets: [{ of: ({ ip_policy }) => nameOf(ip_policy.id), place: -2 }],
        cell: ({ ip_policy }) => (
          <Link to={href.ipPolicy(ip_policy.id)} className="link-quiet">
            {nameOf(ip_policy.id)}
          </Link>
        ),
      },
      {
        id: "description",
        head: "Description",
        width: "minmax(0,1fr)",
        place: "sub",
        className: "text-content-muted",
        value: ({ description }) => description ?? "",
        sort: "lower",
        search: true,
      },
      {
        id: "worth",
        head: "Suggestion",
        width: "10rem",
        place: "drop",
        value: worthOf,
        sort: (rule) => worthOf(rule) || "~",
        facets: [{ id: "finding", of: (rule) => worthOf(rule) || "None" }],
      },
      { ...idColumn(), width: "9rem", place: "sub", hidden: true },
      createdColumn(),
    ],
    defaultSort: { column: "policy", descending: false },
    tie: rangeKey,
  });
}
