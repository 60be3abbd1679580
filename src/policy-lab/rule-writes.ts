import { writesOf } from "#resources/writes.ts";
import { useRef } from "react";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { isAbsent, Refusal } from "#api/errors.ts";
import { tryInToast } from "#components/failure-toast.ts";
import { ipPolicies } from "#resources/ip-policies.ts";
import { deleteIpRule, ipRuleCreation, ipRules } from "#resources/ip-rules.ts";
import type { IpPolicyRule, IpPolicyRuleCreate } from "#contract/ip-policy-rule.ts";
import { sameJson } from "#forms/json.ts";
import { unlessGone } from "#resources/settle.ts";
import { useToast } from "#ui/toast.tsx";
import { restoring, type RuleWrites } from "./replacement.ts";

/** Creating and deleting of rules for flows of several requests; the list is read again after each. */
export function useRuleWrites(): RuleWrites & {
  /** Creates one once, however often it is tried. */
  creation: (body: IpPolicyRuleCreate) => () => Promise<IpPolicyRule>;
} {
  const client = useQueryClient();
  const creation = (body: IpPolicyRuleCreate) => {
    const known = client.getQueryData(ipRules.query.queryKey)?.map(({ id }) => id);
    const create = ipRuleCreation(body, new Set(known));
    return async () => {
      try {
        return await create();
      } catch (error) {
        // The service may have said that the policy is gone.
        void writesOf(client, ipPolicies).refresh();
        throw error;
      } finally {
        void writesOf(client, ipRules).refresh();
      }
    };
  };
  return {
    creation,
    create: (body) => creation(body)(),
    remove: async (id) => {
      try {
        await deleteIpRule(id);
      } finally {
        void writesOf(client, ipRules).refresh();
      }
    },
  };
}

/** What messages about a rule are about: a part of its policy, whose deletion ends them. */
export const aboutRule = ({ id, ip_policy: policy }: IpPolicyRule) => `${ipPolicies.pathOf(policy.id)}/${id}`;

/** A rule is not what it was any more, so that taking it back would lose what was changed. */
export class ChangedSince extends Refusal {
  constructor() {
    super("It was changed since. Nothing was deleted.");
    this.name = "ChangedSince";
  }
}

/** Deletes a rule that was made before, unless it was changed since ({@link ChangedSince}). Answers whether it was still there. */
export async function takeBack(client: QueryClient, made: IpPolicyRule): Promise<boolean> {
  try {
    if (!sameJson(await writesOf(client, ipRules).read(made.id), made)) throw new ChangedSince();
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
  await deleteIpRule(made.id);
  return true;
}

/** Deletes a rule and offers to make it again, which gives it a new id. Rejects when it is not deleted. */
export function useDeleteRule(
  onRestored?: (rule: IpPolicyRule) => void,
): (rule: IpPolicyRule) => Promise<void> {
  const { creation, remove } = useRuleWrites();
  const toast = useToast();
  const client = useQueryClient();
  const undo = async (rule: IpPolicyRule) => {
    const create = creation(restoring(rule));
    const tried = () => `restore ${rule.action} ${rule.cidr}`;
    await tryInToast(toast, tried, async () => {
      const again = await create();
      toast({ tone: "ok", text: `Undone: ${again.action} ${again.cidr} restored with a new ID` });
      onRestored?.(again);
    });
  };
  const sent = useRef<IpPolicyRule>(null);
  return async (known) => {
    // Gone after a try whose answer was lost: deleted, as it was read then.
    const before = sent.current?.id === known.id ? sent.current : null;
    const reading = writesOf(client, ipRules).read(known.id);
    const now = before ? await unlessGone(reading) : await reading;
    const rule = now ?? before ?? known;
    sent.current = rule;
    if (now) await remove(rule.id);
    toast({
      tone: "ok",
      text: `Rule ${rule.action} ${rule.cidr} deleted`,
      about: aboutRule(rule),
      action: { label: "Undo", onSelect: () => void undo(rule) },
    });
  };
}
