import { useDeferredValue, useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { FindingText } from "#policy-lab/finding-text.tsx";
import { findingsByRule, findingsOf, isWhole, type Finding } from "#policy-lab/findings.ts";
import { aroundWords, insideWords, neighboursOf, sameWords } from "#policy-lab/neighbours.ts";
import { readRange } from "#policy-lab/range.ts";
import { Button } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { Panel } from "#ui/panel.tsx";

const SHOWN = 8;
const MORE = 50;

type Props = {
  saved: IpPolicyRule;
  /** The rules of its policy, itself included. */
  siblings: readonly IpPolicyRule[];
  /** Whether all rules were there to compare with. */
  checked: boolean;
};

/** What the lab says of this rule, with the range that is in the form, among the others of its policy. */
export function RuleFindings({ saved, siblings, checked }: Props) {
  const typed = useDeferredValue(String(useWatch({ name: "cidr" }) ?? "").trim());
  const rule = useMemo(() => (typed === saved.cidr ? saved : { ...saved, cidr: typed }), [saved, typed]);
  const findings = useMemo(() => {
    const rules = siblings.map((one) => (one.id === rule.id ? rule : one));
    return findingsByRule(findingsOf(rules)).get(rule.id) ?? [];
  }, [siblings, rule]);
  const neighbours = useMemo(() => neighboursOf(rule, siblings), [rule, siblings]);
  const named = new Set(findings.flatMap(({ others }) => others.map(({ id }) => id)));
  // What a finding above tells already is not told twice.
  const untold = (rules: readonly IpPolicyRule[]) => rules.filter(({ id }) => !named.has(id));
  const same = untold(neighbours.same);
  const around = untold(neighbours.around);
  const inside = untold(neighbours.inside);
  const alone = findings.length + same.length + around.length + inside.length === 0;
  if (rule !== saved && readRange(typed) === null) {
    return (
      <Panel title="In this policy">
        <p className="p-4 text-content-muted">Enter a range to compare it with the other rules</p>
      </Panel>
    );
  }
  return (
    <Panel title="In this policy">
      <div className="grid gap-3 p-4">
        {!checked ? <p className="text-content-muted">Loading the other rules…</p> : null}
        {checked && alone ? (
          <p className="text-content-muted">No overlaps or conflicts with other rules</p>
        ) : null}
        {findings.map((finding) => (
          <div key={finding.kind} className="flex items-start gap-2">
            <FindingText finding={finding}>
              <OtherRule finding={finding} />
            </FindingText>
          </div>
        ))}
        <Others label="Same range" rules={same} wordsOf={(other) => sameWords(rule, other)} />
        <Others label="Wider rules" rules={around} wordsOf={(other) => aroundWords(rule, other)} />
        <Others label="Narrower rules" rules={inside} wordsOf={(other) => insideWords(rule, other)} />
      </div>
    </Panel>
  );
}

/** The way to the one rule that a finding names beside this one. */
function OtherRule({ finding }: { finding: Finding<IpPolicyRule> }) {
  const [other, ...more] = finding.others;
  if (!other || more.length > 0 || isWhole(finding)) return null;
  return (
    <>
      {" "}
      <Link to={href.ipRule(other.id)} className="link">
        Open {other.action} {other.cidr}
      </Link>
    </>
  );
}

function Others(props: {
  label: string;
  rules: readonly IpPolicyRule[];
  wordsOf: (rule: IpPolicyRule) => string;
}) {
  const { label, rules, wordsOf } = props;
  const [shown, setShown] = useState(SHOWN);
  if (rules.length === 0) return null;
  const rest = rules.length - shown;
  return (
    <section aria-label={label} className="grid justify-items-start gap-1">
      <strong>{label}</strong>
      <ul className="grid gap-1 text-xs text-content-muted">
        {rules.slice(0, shown).map((other) => (
          <li key={other.id}>
            {other.action}{" "}
            <Link to={href.ipRule(other.id)} className="font-mono text-accent-text hover:underline">
              {other.cidr}
            </Link>{" "}
            {wordsOf(other)}
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button size="sm" variant="ghost" onClick={() => setShown(shown + MORE)}>
          Show {formatCount(Math.min(MORE, rest))} more
        </Button>
      ) : null}
    </section>
  );
}
