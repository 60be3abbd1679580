import { useCallback, type ReactNode } from "react";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { Table } from "#table/define-table.ts";
import { ResourceList } from "#table/resource-list.tsx";
import type { List } from "#table/use-list.ts";
import { RuleMenu } from "./rule-parts.tsx";

type Props = {
  list: List<IpPolicyRule>;
  rules: readonly IpPolicyRule[];
  table: Table<IpPolicyRule>;
  onDelete: (rule: IpPolicyRule) => void;
  empty: ReactNode;
};

/** All rules in one table, to sort, choose columns of and export. */
export function FlatRules({ list, rules, table, onDelete, empty }: Props) {
  const menu = useCallback((rule: IpPolicyRule) => <RuleMenu rule={rule} onDelete={onDelete} />, [onDelete]);
  return <ResourceList table={table} list={list} rows={rules} menu={menu} empty={empty} />;
}
