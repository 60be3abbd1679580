import { useMemo, type ComponentType } from "react";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { UsedBy } from "#components/used-by.tsx";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { CidrText } from "./cidr-text.tsx";
import { findingsByRule, findingsOf, NEVER_DECIDES } from "./findings.ts";
import { findingText } from "./lab-text.ts";
import { useRiskCheck } from "./risk-check.tsx";
import { useDeleteRule } from "./rule-writes.ts";
import { rangeOf } from "./verdict.ts";

type Props = {
  rule: IpPolicyRule;
  /** All rules that are known, this one included. */
  rules: readonly IpPolicyRule[];
  nameOf: (id: string) => string;
  /** What the rules that are left would have done to visitors. */
  Preview: ComponentType<{ policyId: string; rules: readonly IpPolicyRule[] }>;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks before a rule is deleted, and says what that opens or closes. Import lazily. */
export function DeleteRuleDialog({ rule, rules, nameOf, Preview, onClose, onDeleted }: Props) {
  const remove = useDeleteRule();
  const { siblings, rest } = useMemo(() => {
    const all = rules.filter((one) => one.ip_policy.id === rule.ip_policy.id);
    return { siblings: all, rest: all.filter((one) => one.id !== rule.id) };
  }, [rule, rules]);
  const { question, blocked } = useRiskCheck({ before: siblings, after: rest, nameOf });
  const policyId = rule.ip_policy.id;
  const policy = nameOf(policyId);
  const closes = rule.action === "allow" && rest.every(({ action }) => action !== "allow");
  const needless = findingsByRule(findingsOf(siblings))
    .get(rule.id)
    ?.find(({ kind }) => NEVER_DECIDES.has(kind));
  const range = rangeOf(rule);
  const one = range !== null && range.bits === (range.family === 4 ? 32 : 128);
  const addresses = one ? "this address" : "these addresses";
  const them = one ? "it" : "them";
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${rule.action} ${rule.cidr}?`}
      confirmLabel="Delete rule"
      tried="delete this rule"
      danger
      confirmDisabledReason={blocked}
      onConfirm={async () => {
        await remove(rule);
        onDeleted?.();
      }}
    >
      <p>
        {needless ? (
          <>
            No access changes in {policy}. <CidrText>{findingText(needless)}</CidrText>
          </>
        ) : rule.action === "deny" ? (
          `${policy} will allow ${addresses} where another rule allows ${them}.`
        ) : closes ? (
          `${policy} will block everyone.`
        ) : (
          `${policy} will block ${addresses} unless another rule allows ${them}.`
        )}{" "}
        {rest.length === 0 ? "This is its last rule. " : ""}
        Undo restores the rule with a new ID.
      </p>
      <div>
        <span className="text-xs text-content-muted">Policy used by</span>
        <UsedBy of={{ kind: "ip_restriction", id: policyId }} />
      </div>
      {question}
      <Preview policyId={policyId} rules={rest} />
    </ConfirmDialog>
  );
}
