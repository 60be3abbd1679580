import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { CidrText } from "#policy-lab/cidr-text.tsx";
import { isWarning, type Finding } from "#policy-lab/findings.ts";
import { rangeOf } from "#policy-lab/verdict.ts";
import { findingText, findingTitle, sizeText } from "#policy-lab/words.ts";
import { Icon } from "#ui/icon.tsx";
import { Panel } from "#ui/panel.tsx";

type Props = {
  rule: IpPolicyRule;
  findings: readonly Finding[];
  /** Whether all rules were there to compare with. */
  checked: boolean;
};

/** What the lab says of this rule among the others of its policy. */
export function RuleFindings({ rule, findings, checked }: Props) {
  const range = rangeOf(rule);
  return (
    <Panel title="In its policy">
      <div className="grid gap-3 p-4">
        {range ? (
          <p>
            Covers {sizeText(range)}
            {range.bits === 0 ? "" : ` of IPv${range.family}`}.
          </p>
        ) : null}
        {!checked ? <p className="text-content-muted">Waiting for the other rules…</p> : null}
        {checked && findings.length === 0 ? (
          <p className="text-content-muted">No overlap and no contradiction with another rule.</p>
        ) : null}
        {findings.map((finding) => (
          <div key={finding.kind} className="flex items-start gap-2">
            <Icon
              name={isWarning(finding) ? "warn" : "info"}
              className={isWarning(finding) ? "mt-0.5 text-warning" : "mt-0.5 text-content-muted"}
            />
            <div className="min-w-0">
              <strong>{findingTitle(finding)}</strong>
              <p className="text-xs text-content-muted">
                <CidrText>{findingText(finding)}</CidrText>
              </p>
            </div>
          </div>
        ))}
      </div>
    </Panel>
  );
}
