import { useCallback, useState, type ReactNode } from "react";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { Table } from "#table/define-table.ts";
import { ResourceList } from "#table/resource-list.tsx";
import type { List } from "#table/use-list.ts";
import { Button } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { RuleMenu } from "./rule-parts.tsx";

const DeleteRulesDialog = lazyPart(() => import("./delete-rules-dialog.tsx"), "DeleteRulesDialog");

type Props = {
  list: List<IpPolicyRule>;
  rules: readonly IpPolicyRule[];
  table: Table<IpPolicyRule>;
  names: { nameOf: (policyId: string) => string };
  onDelete: (rule: IpPolicyRule) => void;
  empty: ReactNode;
};

/** All rules in one table, to sort, choose columns of, export, and delete several of. */
export function FlatRules({ list, rules, table, names, onDelete, empty }: Props) {
  const [chosen, setChosen] = useState<readonly IpPolicyRule[]>();
  const menu = useCallback((rule: IpPolicyRule) => <RuleMenu rule={rule} onDelete={onDelete} />, [onDelete]);
  const actions = useCallback(
    (some: readonly IpPolicyRule[]) => (
      <Button variant="danger" icon="trash" onClick={() => setChosen(some)}>
        Delete {formatCount(some.length)}…
      </Button>
    ),
    [],
  );
  return (
    <>
      <ResourceList
        table={table}
        list={list}
        rows={rules}
        menu={menu}
        selection={{ actions }}
        empty={empty}
      />
      {chosen ? (
        <DeleteRulesDialog
          chosen={chosen}
          rules={rules}
          nameOf={names.nameOf}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </>
  );
}
