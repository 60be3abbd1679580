import { useEffect, useRef } from "react";
import { Filters } from "#table/filter-menu.tsx";
import type { RowModel } from "#table/rows.ts";
import type { ChangeTable, TableState } from "#table/url-state.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { formatCount } from "#ui/format.ts";
import { Icon } from "#ui/icon.tsx";
import { Input } from "#ui/input.tsx";

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
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(state.search);
  useEffect(() => {
    // What comes back from the URL while the user types on must not overwrite the newer text.
    if (state.search === sent.current || !input.current) return;
    sent.current = state.search;
    input.current.value = state.search;
  }, [state.search]);
  return (
    <search aria-label="Search IP rules" className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <span className="relative w-60 max-md:w-full">
        <Icon name="search" className="pointer-events-none absolute top-1.5 left-2 z-1 text-content-faint" />
        <Input
          ref={input}
          type="search"
          fieldSize="sm"
          defaultValue={state.search}
          maxLength={200}
          aria-label="Search IP rules"
          placeholder="Range or description"
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget }) => {
            sent.current = currentTarget.value;
            change({ search: currentTarget.value });
          }}
          className="pl-7.5"
        />
      </span>
      <Filters rows={rules} model={model} state={state} onFilters={(filters) => change({ filters })} />
      <output className="text-xs text-content-muted">
        {matching === null ? "" : `${formatCount(matching)} of ${formatCount(rules.length)} match`}
      </output>
    </search>
  );
}
