import { KINDS } from "#resources/kinds.ts";
import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { tryInToast } from "#components/failure-toast.ts";
import { ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { counted } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";
import { policyName } from "./policy-names.ts";
import { restoring } from "./replacement.ts";
import { useRuleWrites } from "./rule-writes.ts";

/**
 * Makes a deleted policy again with its rules, deny rules first so that nothing is open meanwhile; all under new ids. Where
 * it fails it can go on.
 */
export function useRestorePolicy(
  undoes = true,
): (policy: PolicyRow, rules: readonly IpPolicyRule[]) => Promise<void> {
  const policies = useWrites(ipPolicies);
  const { creation } = useRuleWrites();
  const toast = useToast();
  return async (deleted, rules) => {
    const { description, metadata } = deleted;
    const name = policyName(deleted);
    const createPolicy = policies.creation({ ...writtenTexts({ description, metadata }) });
    const left = rules.toSorted((a, b) => Number(b.action !== "deny") - Number(a.action !== "deny"));
    let next: (() => Promise<IpPolicyRule>) | null = null;
    let isMade = false;
    const tried = () =>
      isMade
        ? `restore ${left.length} of ${counted(rules.length, KINDS.ipPolicyRule.short)} of the IP policy “${name}”`
        : `restore the IP policy “${name}”`;
    await tryInToast(toast, tried, async () => {
      const policy = await createPolicy();
      isMade = true;
      for (let rule = left.at(-1); rule; rule = left.at(-1)) {
        next ??= creation({ ...restoring(rule), ip_policy_id: policy.id });
        await next();
        next = null;
        left.pop();
      }
      const withRules = rules.length > 0 ? `${counted(rules.length, KINDS.ipPolicyRule.short)} and ` : "";
      toast({
        tone: "ok",
        text: `${undoes ? "Undone: IP policy" : "IP policy"} “${policyName(policy)}” restored with ${withRules}a new ID`,
      });
    });
  };
}
