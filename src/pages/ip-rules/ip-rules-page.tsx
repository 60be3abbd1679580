import { KINDS } from "#resources/kinds.ts";
import { useMemo, useState } from "react";
import { Outlet, useMatch, useSearchParams } from "react-router-dom";
import { ipRules } from "#resources/ip-rules.ts";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href, paths } from "#resources/paths.ts";
import { ListFrame } from "#table/list-frame.tsx";
import { useList } from "#table/use-list.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { findingsByRule, findingsOf, gathered } from "#policy-lab/findings.ts";
import { usePolicyNames } from "#policy-lab/policy-names.ts";
import { byPolicy } from "#policy-lab/verdict.ts";
import { findingTitle } from "#policy-lab/lab-text.ts";
import { RulesPreview } from "#traffic/rules-preview.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { counted, formatCount } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { Segmented } from "#ui/segmented.tsx";
import { NoRules } from "./no-rules.tsx";
import { newRuleHref } from "./rule-parts.tsx";
import { ruleTable } from "./rule-columns.tsx";
import { RulesView } from "./rules-view.tsx";
import { useParam } from "#table/use-param.ts";

const DeleteRuleDialog = lazyPart(() => import("#policy-lab/delete-rule-dialog.tsx"), "DeleteRuleDialog");
const FlatRules = lazyPart(() => import("./flat-rules.tsx"), "FlatRules");

const poll = ipRules.every(15_000);
const VIEWS: { value: "policies" | "table"; label: string }[] = [
  { value: "policies", label: "By policy" },
  { value: "table", label: "Table" },
];
const NONE: readonly never[] = [];

/**
 * Every IP rule: under its policy with the policy lab beside, or all in one table. A new rule is created in a dialog over it
 * (a child route).
 */
export function Component() {
  const list = useList(ipRules, poll);
  const rules = list.items;
  const whole = list.query.data !== undefined;
  const names = usePolicyNames();
  const { nameOf } = names;
  const [chosen, setView] = useParam("view");
  const view = chosen === "table" ? "table" : "policies";
  const [params] = useSearchParams();
  const [deleting, setDeleting] = useState<IpPolicyRule | null>(null);
  const making = useMatch(paths.ipRuleNew) !== null;
  const found = useMemo(() => (whole ? findingsOf(rules) : NONE), [rules, whole]);
  const findings = useMemo(() => gathered(found), [found]);
  const byRule = useMemo(() => findingsByRule(found), [found]);
  const table = useMemo(() => {
    const worthOf = ({ id }: IpPolicyRule) => {
      const [first] = byRule.get(id) ?? NONE;
      return first ? findingTitle(first) : "";
    };
    return ruleTable({ nameOf, worthOf });
  }, [nameOf, byRule]);
  const shared = { list, rules, table, names, onDelete: setDeleting };
  return (
    <Page
      title="IP rules"
      titleExtra={<span className="text-content-muted">{countText(rules, names.policies.length)}</span>}
      crumbs={
        making ? [{ label: "IP rules", to: href.ipRules() }, { label: "New rule" }] : [{ label: "IP rules" }]
      }
      freshness={<Freshness query={list.query} />}
      actions={
        <>
          {rules.length > 0 ? (
            <Segmented
              label="View"
              options={VIEWS}
              value={view}
              onChange={(next) => setView(next === "table" ? next : "")}
            />
          ) : null}
          <ButtonLink to={href.ipRulesPaste()}>Bulk add</ButtonLink>
          <ButtonLink to={newRuleHref(params)} variant="primary" icon="plus">
            Create rule
          </ButtonLink>
        </>
      }
    >
      {view === "table" ? (
        <FlatRules {...shared} empty={<NoRules />} />
      ) : (
        <ListFrame noun="IP rules" query={list.query} some={rules.length > 0} empty={<NoRules />}>
          <RulesView {...shared} findings={findings} byRule={byRule} />
        </ListFrame>
      )}
      {deleting ? (
        <DeleteRuleDialog
          rule={deleting}
          rules={rules}
          nameOf={nameOf}
          Preview={RulesPreview}
          onClose={() => setDeleting(null)}
        />
      ) : null}
      <Outlet />
    </Page>
  );
}

/** `all`: policies there are, also those without a rule; fewer than the rules name until they are read. */
function countText(rules: readonly IpPolicyRule[], all: number): string {
  if (rules.length === 0) return "";
  const policies = byPolicy(rules).size;
  const some =
    all > policies
      ? `${formatCount(policies)} of ${formatCount(all)} policies`
      : counted(policies, KINDS.ipPolicy.short);
  return `${counted(rules.length, KINDS.ipPolicyRule.short)} in ${some}`;
}
