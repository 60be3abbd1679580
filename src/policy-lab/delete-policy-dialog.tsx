import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEdgeUsers } from "#resources/edge-users.ts";
import { deleteIpPolicy, type PolicyRow } from "#resources/ip-policies.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { EdgeUserList } from "#components/used-by.tsx";
import { counted } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { useToast } from "#ui/toast.tsx";
import { LockoutNote } from "./lockout-note.tsx";
import { policyName } from "./policy-names.ts";
import { useRestorePolicy } from "./restore-policy.ts";

type Props = {
  policy: PolicyRow;
  onClose: () => void;
  onDeleted?: () => void;
};

/** While it is open: who stops using the policy elsewhere no longer holds it. */
const EVERY_MS = 5000;

/** Asks before a policy and its rules are deleted; one that is used says where. Import lazily. */
export function DeletePolicyDialog({ policy, onClose, onDeleted }: Props) {
  const client = useQueryClient();
  const { data, isPending } = useQuery(ipRules.query);
  const restore = useRestorePolicy();
  const toast = useToast();
  const { users } = useEdgeUsers({ kind: "ip_restriction", id: policy.id }, EVERY_MS);
  const name = policyName(policy);
  const rules = data?.filter(({ ip_policy }) => ip_policy.id === policy.id);
  const remove = async () => {
    await deleteIpPolicy(client, policy.id);
    toast({
      tone: "ok",
      text: `Policy “${name}” deleted${rules?.length ? `, with ${counted(rules.length, "rule")}` : ""}`,
      action: { label: "Undo", onSelect: () => void restore(policy, rules ?? []) },
    });
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete the policy “${name}”?`}
      confirmLabel="Delete policy"
      tried="delete this policy"
      danger
      confirmDisabledReason={
        isPending
          ? "Loading its rules, so that you can undo this"
          : users.length > 0
            ? "Remove it where it is used first"
            : undefined
      }
      onConfirm={remove}
    >
      <p>
        {rules?.length === 0
          ? "It has no rules. "
          : `Its ${rules ? counted(rules.length, "rule") : "rules"} will be deleted too. `}
        Undo restores everything with new IDs.
      </p>
      {rules ? <LockoutNote before={rules} after={[]} nameOf={() => name} /> : null}
      {users.length === 0 ? null : (
        <Note tone="warn">
          Used by these. Remove it there first.
          <EdgeUserList users={users} />
        </Note>
      )}
    </ConfirmDialog>
  );
}
