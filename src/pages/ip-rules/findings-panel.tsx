import { useMemo, useState } from "react";
import { href } from "#resources/paths.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { FindingText } from "#policy-lab/finding-text.tsx";
import { deletable, type Finding } from "#policy-lab/findings.ts";
import { rangeOf } from "#policy-lab/verdict.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { Panel } from "#ui/panel.tsx";

const SHOWN = 8;
const MORE = 50;
const REWRITES: readonly Finding["kind"][] = ["hostBits", "noMask", "mapped"];

type RuleFinding = Finding<IpPolicyRule>;
type Props = {
  findings: readonly RuleFinding[];
  nameOf: (id: string) => string;
  onDelete: (rule: IpPolicyRule) => void;
};

/** What is worth a look in the rules, each with the way to it. */
export function FindingsPanel({ findings, nameOf, onDelete }: Props) {
  const [shown, setShown] = useState(SHOWN);
  const offered = useMemo(() => deletable(findings), [findings]);
  return (
    <Panel title="Suggestions" count={formatCount(findings.length)}>
      {findings.length === 0 ? (
        <p className="p-4 text-content-muted">
          No overlaps, no conflicts, and no policy is open to everyone.
        </p>
      ) : (
        <ul>
          {findings.slice(0, shown).map((finding) => (
            <li
              key={`${finding.kind} ${finding.rule.id}`}
              className="flex items-start gap-2 py-2 pr-2 pl-4 not-last:border-b not-last:border-line"
            >
              <FindingText finding={finding}> In {nameOf(finding.rule.ip_policy.id)}.</FindingText>
              <Way finding={finding} onDelete={offered.has(finding) ? onDelete : null} />
            </li>
          ))}
        </ul>
      )}
      {findings.length > shown ? (
        <div className="border-t border-line p-2">
          <Button size="sm" variant="ghost" onClick={() => setShown(shown + MORE)}>
            Show {formatCount(Math.min(MORE, findings.length - shown))} more
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

function Way(props: { finding: RuleFinding; onDelete: Props["onDelete"] | null }) {
  const { finding, onDelete } = props;
  const { kind, rule } = finding;
  const range = rangeOf(rule);
  const about = `${rule.action} ${rule.cidr}`;
  if (REWRITES.includes(kind) && range) {
    const to = href.ipRule(rule.id, `?${new URLSearchParams({ cidr: range.text })}`);
    return (
      <ButtonLink to={to} variant="ghost" size="sm" aria-label={`Rewrite ${about}…`}>
        Rewrite…
      </ButtonLink>
    );
  }
  if (onDelete) {
    return (
      <Button variant="ghost" size="sm" aria-label={`Delete ${about}…`} onClick={() => onDelete(rule)}>
        Delete…
      </Button>
    );
  }
  return (
    <ButtonLink to={href.ipRule(rule.id)} variant="ghost" size="sm" aria-label={`Show ${about}`}>
      Show
    </ButtonLink>
  );
}
