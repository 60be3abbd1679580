import { Filters } from "#table/filter-menu.tsx";
import { SearchField } from "#table/search-field.tsx";
import type { RowModel } from "#table/rows.ts";
import type { ChangeTable, TableState } from "#table/url-state.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { formatCount } from "#ui/format.ts";

type Props = {
  rules: readonly IpPolicyRule[];
  /** How many of them search and filters choose; null when they choose all. */
  matching: number | null;
  model: RowModel<IpPolicyRule>;
  state: TableState;
  change: ChangeTable;
};

/** Search and filters over the grouped rules, and what they cover. */
export function RuleSearch({ rules, matching, model, state, change }: Props) {
  return (
    <search aria-label="Search IP rules" className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <SearchField
        value={state.search}
        label="Search IP rules"
        placeholder="Range or description"
        onChange={(search) => change({ search })}
      />
      <Filters rows={rules} model={model} state={state} onFilters={(filters) => change({ filters })} />
      <output className="text-xs text-content-muted">
        {matching === null ? "" : `${formatCount(matching)} of ${formatCount(rules.length)} match`}
      </output>
    </search>
  );
}
