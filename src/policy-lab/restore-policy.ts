import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { describeError } from "#api/errors.ts";
import { ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { useToast } from "#ui/toast.tsx";
import { restoring } from "./replacement.ts";
import { useRuleWrites } from "./rule-writes.ts";

/** Makes a deleted policy again with its rules, deny rules first so that nothing is open meanwhile; all under new ids. */
export function useRestorePolicy(): (policy: PolicyRow, rules: readonly IpPolicyRule[]) => Promise<void> {
  const policies = useWrites(ipPolicies);
  const { create } = useRuleWrites();
  const toast = useToast();
  return async ({ description, metadata }, rules) => {
    let made = 0;
    try {
      const policy = await policies.create({
        ...writtenTexts({ description, metadata }),
      });
      const denyFirst = rules.toSorted((a, b) => Number(a.action !== "deny") - Number(b.action !== "deny"));
      for (const rule of denyFirst) {
        await create({ ...restoring(rule), ip_policy_id: policy.id });
        made += 1;
      }
      toast({
        tone: "ok",
        text: `The policy is there again with ${made} of ${rules.length} rules, under a new id.`,
      });
    } catch (error) {
      const { title, detail } = describeError(error, "bring the policy back");
      toast({
        tone: "bad",
        text: `${title} as it was: ${made} of its ${rules.length} rules are there. ${detail}`,
      });
    }
  };
}
