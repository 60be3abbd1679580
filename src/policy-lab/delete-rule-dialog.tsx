import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { CidrText } from "./cidr-text.tsx";
import { findingsByRule, findingsOf, NEVER_DECIDES } from "./findings.ts";
import { findingText } from "./lab-text.ts";
import { LockoutNote } from "./lockout-note.tsx";
import { useDeleteRule } from "./rule-writes.ts";
import { rangeOf } from "./verdict.ts";

type Props = {
  rule: IpPolicyRule;
  /** All rules that are known, this one included. */
  rules: readonly IpPolicyRule[];
  nameOf: (id: string) => string;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks before a rule is deleted, and says what that opens or closes. Import lazily. */
export function DeleteRuleDialog({ rule, rules, nameOf, onClose, onDeleted }: Props) {
  const remove = useDeleteRule();
  const siblings = rules.filter((one) => one.ip_policy.id === rule.ip_policy.id);
  const rest = siblings.filter((one) => one.id !== rule.id);
  const policy = nameOf(rule.ip_policy.id);
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
        ) : (
          `${policy} will block ${addresses} unless another rule allows ${them}.`
        )}{" "}
        {rest.length === 0 ? "This is its last rule. " : ""}
        Undo restores the rule with a new ID.
      </p>
      <LockoutNote before={siblings} after={rest} nameOf={nameOf} />
    </ConfirmDialog>
  );
}
