import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { byPolicy, byRange } from "#policy-lab/verdict.ts";

/** The rules of one policy, in the order of their ranges. */
export type RuleGroup = { policyId: string; rules: IpPolicyRule[] };

/**
 * Rules under their policies, policies by name. `policies` are those to show although they have no rule.
 */
export function groupRules(
  rules: readonly IpPolicyRule[],
  policies: readonly string[],
  nameOf: (id: string) => string,
): RuleGroup[] {
  const groups = byPolicy(rules);
  for (const id of policies) if (!groups.has(id)) groups.set(id, []);
  return [...groups]
    .map(([policyId, all]) => ({
      policyId,
      rules: all.toSorted(byRange),
      name: nameOf(policyId).toLowerCase(),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

/** The groups with only the rules that are chosen, without groups that have none. */
export function narrowGroups(
  groups: readonly RuleGroup[],
  matches: (rule: IpPolicyRule) => boolean,
): RuleGroup[] {
  return groups
    .map(({ policyId, rules }) => ({ policyId, rules: rules.filter(matches) }))
    .filter(({ rules }) => rules.length > 0);
}
