import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { Point } from "#policy-lab/range.ts";
import { verdictOf, type Verdict } from "#policy-lab/verdict.ts";

/**
 * Whether the policies of an ip_restriction let an address connect: their rules count together
 * (protocol-facts.md#ip-policies: some allow rule matches and no deny rule does). `empty` names the policies that have
 * no rule at all.
 */
export function restrictionVerdict(
  policyIds: readonly string[],
  rules: readonly IpPolicyRule[],
  point: Point,
): Verdict<IpPolicyRule> & { empty: string[] } {
  const chosen = new Set(policyIds);
  const taking = rules.filter(({ ip_policy }) => chosen.has(ip_policy.id));
  const filled = new Set(taking.map(({ ip_policy }) => ip_policy.id));
  return { ...verdictOf(taking, point), empty: [...chosen].filter((id) => !filled.has(id)) };
}
