import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { describeError } from "#api/errors.ts";
import { ipPolicies, type PolicyRow } from "#resources/ip-policies.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { counted } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";
import { policyName } from "./policy-names.ts";
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
        text: `Policy “${policyName(policy)}” restored with ${made > 0 ? `${counted(made, "rule")} and ` : ""}a new ID`,
      });
    } catch (error) {
      const { title, detail } = describeError(error, "restore the policy");
      toast({
        tone: "bad",
        text: `${title}. ${made} of ${counted(rules.length, "rule")} restored. ${detail}`,
      });
    }
  };
}
