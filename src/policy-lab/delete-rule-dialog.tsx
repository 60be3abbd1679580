import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { LockoutNote } from "./lockout-note.tsx";
import { useDeleteRule } from "./rule-writes.ts";

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
        {rule.action === "deny"
          ? `${nameOf(rule.ip_policy.id)} will allow these addresses where another rule allows them.`
          : `${nameOf(rule.ip_policy.id)} will block these addresses unless another rule allows them.`}{" "}
        {rest.length === 0 ? "This is its last rule. " : ""}
        Undo restores the rule with a new ID.
      </p>
      <LockoutNote before={siblings} after={rest} nameOf={nameOf} />
    </ConfirmDialog>
  );
}
