import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#api/errors.ts";
import { deleteIpPolicy, type PolicyRow } from "#resources/ip-policies.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { counted } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { useToast } from "#ui/toast.tsx";
import { LockoutNote } from "./lockout-note.tsx";
import { policyName } from "./policy-names.ts";
import { PolicyUser, usersIn } from "./policy-user.tsx";
import { useRestorePolicy } from "./restore-policy.ts";

type Props = {
  policy: PolicyRow;
  onClose: () => void;
  onDeleted?: () => void;
};

const CONFLICT = 409;

/** Asks before a policy and its rules are deleted; a refusal names who uses it, with links. Import lazily. */
export function DeletePolicyDialog({ policy, onClose, onDeleted }: Props) {
  const client = useQueryClient();
  const { data, isPending } = useQuery(ipRules.query);
  const restore = useRestorePolicy();
  const toast = useToast();
  const [users, setUsers] = useState<readonly string[]>([]);
  const name = policyName(policy);
  const rules = data?.filter(({ ip_policy }) => ip_policy.id === policy.id);
  const remove = async () => {
    setUsers([]);
    try {
      await deleteIpPolicy(client, policy.id);
    } catch (error) {
      if (error instanceof ApiError && error.status === CONFLICT) setUsers(usersIn(error.msg));
      throw error;
    }
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
      confirmDisabledReason={isPending ? "Loading its rules, so that you can undo this" : undefined}
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
          Remove the policy from these first:
          <ul className="list-disc pl-5">
            {users.map((user) => (
              <li key={user}>
                <PolicyUser user={user} />
              </li>
            ))}
          </ul>
        </Note>
      )}
    </ConfirmDialog>
  );
}
