import { request } from "#api/client.ts";
import { requestNothing } from "#api/request-nothing.ts";
import { isAbsent } from "#api/errors.ts";
import { fetchList } from "#api/list.ts";
import { canonicalCidr } from "#contract/cidr.ts";
import { IpPolicyRule, IpPolicyRuleUpdate, type IpPolicyRuleCreate } from "#contract/ip-policy-rule.ts";
import { resource } from "./resource.ts";
import { settle, settleOnce, unlessGone } from "./settle.ts";

/** The rules of every IP policy (api.md#ip-policy-rules). They are made and deleted with a look afterwards, see below. */
export const ipRules = resource({
  kind: "ipPolicyRule",
  path: "/ip_policy_rules",
  key: "ip_policy_rules",
  answer: IpPolicyRule,
  update: IpPolicyRuleUpdate,
  terraform: "ngrok_ip_policy_rule",
  nameOf: ({ action, cidr }) => `${action} ${cidr}`,
  moreOf: ({ cidr, description }) => [cidr, description],
});

/**
 * The creation of a rule, once, however often it is tried. Where no answer came the list is read to see whether it was made: a policy holds a range once, so the new
 * rule can be told. Rejects only when it was not made, or when that could not be found out. `known` are the ids of the
 * rules there before, which the new one is none of.
 */
export function ipRuleCreation(
  body: IpPolicyRuleCreate,
  known: ReadonlySet<string>,
): () => Promise<IpPolicyRule> {
  return settleOnce(
    () => request({ method: "POST", path: ipRules.path, body, answer: IpPolicyRule }),
    async () => {
      const rules = await fetchList({ ...ipRules, item: IpPolicyRule });
      const made = rules.find((rule) => !known.has(rule.id) && isMade(rule, body));
      return made ? { done: made } : "unchanged";
    },
  );
}

/** Whether a rule is what was to be created. */
export function isMade(rule: IpPolicyRule, body: IpPolicyRuleCreate): boolean {
  const same = (a: string) => canonicalCidr(a) ?? a;
  return (
    rule.ip_policy.id === body.ip_policy_id &&
    rule.action === body.action &&
    same(rule.cidr) === same(body.cidr) &&
    (rule.description ?? "") === (body.description ?? "") &&
    (rule.metadata ?? "") === (body.metadata ?? "")
  );
}

/** Creates a rule, as {@link ipRuleCreation} does. */
export const createIpRule = (...args: Parameters<typeof ipRuleCreation>) => ipRuleCreation(...args)();

/** Deletes a rule. A rule that is gone already, or turns out to be after a failure, counts as deleted. */
export async function deleteIpRule(id: string): Promise<void> {
  const path = ipRules.pathOf(id);
  const isGone = async () => (await unlessGone(request<unknown>({ method: "GET", path }))) === null;
  const remove = async () => {
    try {
      await requestNothing({ method: "DELETE", path });
    } catch (error) {
      if (!isAbsent(error) || !(await isGone().catch(() => false))) throw error;
    }
  };
  await settle(remove, async () => ((await isGone()) ? { done: undefined } : "unchanged"));
}
