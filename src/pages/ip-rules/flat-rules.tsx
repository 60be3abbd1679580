import { useMemo, type ReactNode } from "react";
import { ResourceList } from "#table/resource-list.tsx";
import type { RowModel } from "#table/rows.ts";
import type { List } from "#table/use-list.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { exportRule, ruleColumns } from "./rule-columns.tsx";
import { ruleSchema } from "./rule-model.ts";

const NOUN = { one: "IP rule", many: "IP rules" };
const keyOf = ({ id }: IpPolicyRule) => id;

type Props = {
  list: List<IpPolicyRule>;
  rules: readonly IpPolicyRule[];
  model: RowModel<IpPolicyRule> & { worthOf: (rule: IpPolicyRule) => string };
  names: { nameOf: (id: string) => string };
  onDelete: (rule: IpPolicyRule) => void;
  empty: ReactNode;
};

/** All rules in one table, to sort, choose columns of and export. */
export function FlatRules({ list, rules, model, names: { nameOf }, onDelete, empty }: Props) {
  const columns = useMemo(
    () => ruleColumns({ nameOf, worthOf: model.worthOf, onDelete }),
    [nameOf, model.worthOf, onDelete],
  );
  return (
    <ResourceList
      noun={NOUN}
      list={list}
      rows={rules}
      keyOf={keyOf}
      model={model}
      schema={ruleSchema}
      columns={columns}
      empty={empty}
      exportRow={(rule) => ({ ...exportRule(rule), worth: model.worthOf(rule) })}
    />
  );
}
