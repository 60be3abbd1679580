import { KINDS } from "#resources/kinds.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { tryInToast } from "#components/failure-toast.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { deleteIpRule, ipRules } from "#resources/ip-rules.ts";
import { writesOf } from "#resources/writes.ts";
import { RulesPreview } from "#traffic/rules-preview.tsx";
import { counted, inWords } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";
import { restoring } from "#policy-lab/replacement.ts";
import { useRiskCheck } from "#policy-lab/risk-check.tsx";
import { aboutRule, useRuleWrites } from "#policy-lab/rule-writes.ts";

/** Of so many policies the requests are tried. */
const PREVIEWS_MAX = 3;

type Props = {
  /** Those to delete, and all that are known. */
  chosen: readonly IpPolicyRule[];
  rules: readonly IpPolicyRule[];
  nameOf: (id: string) => string;
  onClose: () => void;
};

/** Asks before several rules are deleted, and says what that opens or closes. Those that fail stay in the question. Import lazily. */
export function DeleteRulesDialog({ chosen, rules, nameOf, onClose }: Props) {
  const deleteAll = useDeleteRules(nameOf);
  const [left, setLeft] = useState(chosen);
  // As they were when it was asked: the list is read again while they go.
  const [{ before, after }] = useState(() => {
    const ids = new Set(chosen.map(({ id }) => id));
    return { before: rules, after: rules.filter(({ id }) => !ids.has(id)) };
  });
  const policies = [...new Set(chosen.map(({ ip_policy: policy }) => policy.id))];
  const { question, blocked } = useRiskCheck({ before, after, nameOf });
  const emptied = policies.filter((id) => after.every(({ ip_policy: policy }) => policy.id !== id));
  const count = counted(left.length, KINDS.ipPolicyRule.short);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${count}?`}
      confirmLabel={`Delete ${count}`}
      tried={`delete ${count}`}
      danger
      confirmDisabledReason={blocked}
      onConfirm={() => deleteAll(left, setLeft)}
    >
      <p className="wrap-anywhere">
        They will be removed from {policies.map(nameOf).join(", ")}.{" "}
        {emptied.length > 0 ? `No rule is left in ${emptied.map(nameOf).join(", ")}. ` : ""}
        Undo restores them with new IDs.
      </p>
      <ul
        aria-label="Rules to delete"
        className="max-h-40 overflow-y-auto rounded-md border border-line px-3 py-1"
      >
        {left.map((rule) => (
          <li key={rule.id} className="wrap-anywhere">
            {rule.action} <span className="font-mono text-xs">{rule.cidr}</span>{" "}
            <span className="text-content-muted">{rule.description}</span>
          </li>
        ))}
      </ul>
      {question}
      {policies.slice(0, PREVIEWS_MAX).map((id) => (
        <RulesPreview
          key={id}
          policyId={id}
          rules={after}
          name={policies.length > 1 ? nameOf(id) : undefined}
        />
      ))}
    </ConfirmDialog>
  );
}

/** Deletes rules one by one and offers to make them again. Tells which are left; rejects with why the first of them is. */
function useDeleteRules(nameOf: Props["nameOf"]) {
  const { creation } = useRuleWrites();
  const client = useQueryClient();
  const toast = useToast();
  const undo = (deleted: readonly IpPolicyRule[]) => {
    // What blocks comes before what allows: nobody gets in meanwhile who should not.
    const creations = byAction(deleted, "deny").map((rule) => creation(restoring(rule)));
    const act = async () => {
      for (const create of creations) await create();
      toast({
        tone: "ok",
        text: `Undone: ${counted(deleted.length, KINDS.ipPolicyRule.short)} restored with new IDs`,
      });
    };
    void tryInToast(toast, () => `restore ${counted(deleted.length, KINDS.ipPolicyRule.short)}`, act);
  };
  return async (chosen: readonly IpPolicyRule[], onLeft: (left: readonly IpPolicyRule[]) => void) => {
    const deleted: IpPolicyRule[] = [];
    const failed: { rule: IpPolicyRule; error: unknown }[] = [];
    for (const rule of byAction(chosen, "allow"))
      try {
        await deleteIpRule(rule.id);
        deleted.push(rule);
      } catch (error) {
        failed.push({ rule, error });
      }
    void writesOf(client, ipRules).refresh();
    const from = [...new Set(deleted.map(({ ip_policy: policy }) => nameOf(policy.id)))];
    if (deleted.length > 0)
      toast({
        tone: "ok",
        text: `${counted(deleted.length, KINDS.ipPolicyRule.short)} deleted from ${inWords(from)}`,
        about: deleted.map(aboutRule),
        action: { label: "Undo", onSelect: () => undo(deleted) },
      });
    if (failed.length === 0) return;
    onLeft(failed.map(({ rule }) => rule));
    throw failed[0]?.error;
  };
}

/** Those of one action first. */
const byAction = (rules: readonly IpPolicyRule[], action: "allow" | "deny") =>
  rules.toSorted((a, b) => Number(b.action === action) - Number(a.action === action));
