import { KINDS } from "#resources/kinds.ts";
import { Suspense, useMemo } from "react";
import type { PolicyRow } from "#resources/ip-policies.ts";
import type { Table } from "#table/define-table.ts";
import { matcher } from "#table/rows.ts";
import type { List, PartialList } from "#table/use-list.ts";
import { useTableState } from "#table/url-state.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { isWarning, type Finding } from "#policy-lab/findings.ts";
import { contains, readAddress } from "#policy-lab/range.ts";
import { rangeOf } from "#policy-lab/verdict.ts";
import { findingPill } from "#policy-lab/lab-text.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/format.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { Note } from "#ui/note.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { groupRules, narrowGroups } from "./rule-model.ts";
import type { RowFacts } from "./rule-row.tsx";
import { RuleSearch } from "./rule-search.tsx";
import { RulesTable } from "./rules-table.tsx";
import { useParam } from "#table/use-param.ts";

const Lab = lazyExport(() => import("./lab.tsx"), "Lab");

const ADDRESS_MAX = 60;
const NONE: readonly never[] = [];

type RuleFinding = Finding<IpPolicyRule>;
type Props = {
  list: List<IpPolicyRule>;
  rules: readonly IpPolicyRule[];
  names: { policies: readonly PolicyRow[]; nameOf: (id: string) => string };
  table: Table<IpPolicyRule>;
  findings: readonly RuleFinding[];
  byRule: ReadonlyMap<string, readonly RuleFinding[]>;
  onDelete: (rule: IpPolicyRule) => void;
};

/** The rules under their policies at the left, the lab at the right; on narrow windows below, with a link to it. */
export function RulesView({ list, rules, names, table, findings, byRule, onDelete }: Props) {
  const { policies, nameOf } = names;
  const { model, schema } = table;
  const { state, change } = useTableState(schema);
  const { search, filters } = state;
  const [inUrl, setAddress] = useParam("address", { preventScrollReset: true });
  const address = inUrl.slice(0, ADDRESS_MAX);
  const chosen = search !== "" || Object.keys(filters).length > 0;
  const policyIds = useMemo(() => policies.map(({ id }) => id), [policies]);
  const all = useMemo(() => groupRules(rules, policyIds, nameOf), [rules, policyIds, nameOf]);
  const groups = useMemo(
    () => (chosen ? narrowGroups(all, matcher(model, { search, filters })) : all),
    [chosen, all, model, search, filters],
  );
  const matching = chosen ? groups.reduce((sum, group) => sum + group.rules.length, 0) : null;
  const point = useMemo(() => (address === "" ? null : readAddress(address)), [address]);
  const factsOf = (rule: IpPolicyRule): RowFacts => {
    const range = point && rangeOf(rule);
    return { matches: Boolean(point && range && contains(range, point)), ...pills(byRule.get(rule.id)) };
  };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-3">
        <p className="lg:hidden">
          <a href="#lab" className="link-quiet">
            Try an address{findings.length > 0 ? ` and ${counted(findings.length, "suggestion")}` : ""}
          </a>
        </p>
        <RuleSearch rules={rules} matching={matching} {...{ model, state, change }} />
        {matching === 0 ? (
          <p className="flex flex-wrap items-center gap-3 text-content-muted">
            No IP rules match.
            <Button size="sm" onClick={() => change({ search: "", filters: {} })}>
              Clear search and filters
            </Button>
          </p>
        ) : (
          <RulesTable {...{ groups, nameOf, factsOf, onDelete }} />
        )}
      </div>
      <div className="grid min-w-0 gap-5">
        {list.query.data === undefined ? (
          <Waiting count={rules.length} partial={list.partial} />
        ) : (
          <Suspense fallback={<SkeletonRows rows={6} label="Loading suggestions" />}>
            <Lab groups={all} address={address} onTest={setAddress} {...{ findings, nameOf, onDelete }} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** While only a part of the rules is there no verdict and no finding would be true. */
function Waiting({ count, partial }: { count: number; partial: PartialList | undefined }) {
  const cancelled = partial?.cancelled ?? false;
  return (
    <Note
      tone={cancelled ? "warn" : "run"}
      actions={
        partial ? (
          <Button size="sm" onClick={cancelled ? partial.onResume : partial.onCancel}>
            {cancelled ? "Load all" : "Cancel"}
          </Button>
        ) : null
      }
    >
      {counted(count, KINDS.ipPolicyRule.short)} loaded so far. Search covers these. Suggestions and results
      need all rules.
    </Note>
  );
}

function pills(findings: readonly Finding[] = NONE): Pick<RowFacts, "warnings" | "remarks"> {
  const words = (warning: boolean) =>
    [...new Set(findings.filter((one) => isWarning(one) === warning).map(findingPill))]
      .filter(Boolean)
      .join("|");
  return { warnings: words(true), remarks: words(false) };
}
