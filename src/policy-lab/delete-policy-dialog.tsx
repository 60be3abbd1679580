import { KINDS } from "#resources/kinds.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteIpPolicy, ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { ConfirmUnused } from "#components/confirm-unused.tsx";
import { counted } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";
import { policyName } from "./policy-names.ts";
import { useRestorePolicy } from "./restore-policy.ts";

type Props = {
  policy: PolicyRow;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks before a policy and its rules are deleted. Import lazily. */
export function DeletePolicyDialog({ policy, onClose, onDeleted }: Props) {
  const client = useQueryClient();
  const { data, isPending } = useQuery(ipRules.query);
  const restore = useRestorePolicy();
  const toast = useToast();
  const name = policyName(policy);
  const rules = data?.filter(({ ip_policy }) => ip_policy.id === policy.id);
  const remove = async () => {
    await deleteIpPolicy(client, policy.id);
    toast({
      tone: "ok",
      text: `IP policy “${name}” deleted${rules?.length ? `, with ${counted(rules.length, KINDS.ipPolicyRule.short)}` : ""}`,
      about: ipPolicies.pathOf(policy.id),
      action: { label: "Undo", onSelect: () => void restore(policy, rules ?? []) },
    });
    onDeleted?.();
  };
  return (
    <ConfirmUnused
      of={{ kind: "ip_restriction", id: policy.id }}
      onClose={onClose}
      title={`Delete the IP policy “${name}”?`}
      confirmLabel="Delete IP policy"
      tried="delete this policy"
      confirmDisabledReason={isPending ? "Loading its rules, so that you can undo this" : undefined}
      onConfirm={remove}
    >
      <p>
        {rules?.length === 0
          ? "It has no rules. Undo restores it with a new ID."
          : `Its ${rules ? counted(rules.length, KINDS.ipPolicyRule.short) : "rules"} will be deleted too. Undo restores everything with new IDs.`}
      </p>
    </ConfirmUnused>
  );
}
