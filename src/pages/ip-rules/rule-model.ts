import type { RowModel } from "#table/rows.ts";
import type { TableSchema } from "#table/url-state.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { compareRanges } from "#policy-lab/range.ts";
import { byPolicy, rangeOf } from "#policy-lab/verdict.ts";

const FACETS = ["policy", "action", "family", "finding"];

export const ruleSchema: TableSchema = {
  facets: FACETS,
  fixed: { action: ["allow", "deny"], family: ["IPv4", "IPv6", "unreadable"] },
  sortable: ["range", "action", "policy", "description", "worth", "created"],
  defaultSort: { column: "policy", descending: false },
};

/** A text that sorts as the ranges do; what can't be read comes last. */
function rangeKey(rule: IpPolicyRule): string {
  const range = rangeOf(rule);
  if (!range) return `9 ${rule.cidr}`;
  return `${range.family} ${range.first.toString(16).padStart(32, "0")} ${String(range.bits).padStart(3, "0")}`;
}

/** What search looks at and filters choose among; names and findings are of the whole list. */
export function ruleModel(
  nameOf: (id: string) => string,
  worthOf: (rule: IpPolicyRule) => string,
): RowModel<IpPolicyRule> {
  const texts = new WeakMap<IpPolicyRule, string>();
  const family = (rule: IpPolicyRule) => {
    const range = rangeOf(rule);
    return range ? `IPv${range.family}` : "unreadable";
  };
  return {
    searchText: (rule) => {
      const known = texts.get(rule);
      if (known !== undefined) return known;
      const { id, cidr, action, description, metadata, ip_policy } = rule;
      const all = [cidr, action, description, metadata, id, ip_policy.id, nameOf(ip_policy.id)];
      const text = all.join("\n").toLowerCase();
      texts.set(rule, text);
      return text;
    },
    facets: [
      { id: "policy", label: "Policy", valueOf: ({ ip_policy }) => nameOf(ip_policy.id) },
      { id: "action", label: "Action", valueOf: ({ action }) => action },
      { id: "family", label: "Family", valueOf: family },
      { id: "finding", label: "Worth a look", valueOf: (rule) => worthOf(rule) || "Nothing" },
    ],
    sortKeys: {
      range: rangeKey,
      action: ({ action }) => action,
      policy: ({ ip_policy }) => nameOf(ip_policy.id).toLowerCase(),
      description: ({ description }) => (description ?? "").toLowerCase(),
      worth: (rule) => (worthOf(rule) === "" ? "~" : worthOf(rule)),
      created: ({ created_at: at }) => Date.parse(at),
    },
    tie: rangeKey,
  };
}

/** The rules of one policy, in the order of their ranges. */
export type RuleGroup = { policyId: string; rules: IpPolicyRule[] };

const inOrder = (a: IpPolicyRule, b: IpPolicyRule) => {
  const [x, y] = [rangeOf(a), rangeOf(b)];
  if (!x || !y) return Number(!x) - Number(!y);
  return compareRanges(x, y);
};

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
      rules: all.toSorted(inOrder),
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
