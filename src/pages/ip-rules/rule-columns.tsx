import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import type { JsonObject } from "#table/resource-list.tsx";
import type { Column } from "#table/column.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { CopyId } from "#ui/copy-id.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { ActionWord, RuleMenu } from "./rule-parts.tsx";

type Facts = {
  nameOf: (id: string) => string;
  /** What is worth a look in a rule, in words; empty when nothing is. */
  worthOf: (rule: IpPolicyRule) => string;
  onDelete: (rule: IpPolicyRule) => void;
};

/** The columns of the flat table. */
export function ruleColumns({ nameOf, worthOf, onDelete }: Facts): readonly Column<IpPolicyRule>[] {
  return [
    {
      id: "range",
      head: "Range",
      width: "minmax(9rem,13rem)",
      place: "lead",
      sortable: true,
      cell: ({ id, cidr }) => (
        <Link to={href.ipRule(id)} className="scroll-mt-10 font-mono text-xs hover:underline">
          {cidr}
        </Link>
      ),
    },
    {
      id: "action",
      head: "Action",
      width: "4.5rem",
      place: "state",
      sortable: true,
      cell: ({ action }) => <ActionWord action={action} />,
    },
    {
      id: "policy",
      head: "Policy",
      width: "minmax(7rem,12rem)",
      place: "sub",
      sortable: true,
      cell: ({ ip_policy }) => (
        <Link to={href.ipPolicy(ip_policy.id)} className="hover:underline">
          {nameOf(ip_policy.id)}
        </Link>
      ),
    },
    {
      id: "description",
      head: "What it is",
      width: "minmax(0,1fr)",
      place: "sub",
      sortable: true,
      className: "text-content-muted",
      cell: ({ description }) => description,
    },
    { id: "worth", head: "Worth a look", width: "10rem", place: "drop", sortable: true, cell: worthOf },
    {
      id: "id",
      head: "Id",
      width: "9rem",
      place: "drop",
      hidden: true,
      cell: ({ id }) => <CopyId id={id} />,
    },
    {
      id: "created",
      head: "Created",
      width: "5rem",
      place: "drop",
      sortable: true,
      className: "text-content-muted",
      cell: ({ created_at: at }) => <RelativeTime at={at} />,
    },
    {
      id: "menu",
      head: "Actions",
      width: "2rem",
      place: "menu",
      cell: (rule) => <RuleMenu rule={rule} onDelete={onDelete} />,
    },
  ];
}

/** A rule for CSV and JSON. */
export function exportRule({
  id,
  cidr,
  action,
  ip_policy,
  description,
  created_at,
}: IpPolicyRule): JsonObject {
  return {
    id,
    range: cidr,
    action,
    policy: ip_policy.id,
    description: description ?? "",
    created: created_at,
  };
}
