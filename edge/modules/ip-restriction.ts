import { ipRestrictionContract } from "#contract/modules/ip-restriction.ts";
import type { IpPolicy, IpRule } from "../account.ts";
import { compiled, NotApplicable } from "./compiled.ts";
import type { Guard } from "./guard.ts";
import { IpRanges, pointOf } from "./ip-ranges.ts";

type Ranges = { allow: IpRanges<IpRule>; deny: IpRanges<IpRule> };

const policyIds = compiled(ipRestrictionContract, ({ ip_policy_ids }) => ip_policy_ids);
const known = new WeakMap<IpPolicy, Ranges>();

/** Lets in whom some allow rule matches and no deny rule, of all its policies together (protocol-facts.md#ip-policies). */
export const ipRestriction: Guard = (stored, { connection, snapshot }) => {
  const policies = policyIds(stored).map((id) => {
    const policy = snapshot.ipPolicies.get(id);
    if (!policy) throw new NotApplicable(`IP policy ${id} is missing`);
    return policy;
  });
  const address = connection.clientIp;
  const point = pointOf(address);
  const matching = (action: keyof Ranges): string | null => {
    for (const policy of policies) {
      const rule = rangesOf(policy)[action].find(point);
      if (rule) return `${address} matches ${action} ${rule.cidr} of ${policy.description || policy.id}`;
    }
    return null;
  };
  // All of them are read before one decides, so that a rule that can't be read closes the address to everybody.
  for (const policy of policies) rangesOf(policy);
  const denied = matching("deny");
  const allowed = denied === null ? matching("allow") : null;
  if (allowed !== null) return { verdict: "allow", reason: allowed };
  return { verdict: "block", reason: denied ?? `No rule allows ${address}`, refusal: "addressBlocked" };
};

function rangesOf(policy: IpPolicy): Ranges {
  const made = known.get(policy);
  if (made) return made;
  const ranges = { allow: new IpRanges<IpRule>(), deny: new IpRanges<IpRule>() };
  for (const rule of policy.rules) {
    try {
      ranges[rule.action === "allow" ? "allow" : "deny"].add(rule.cidr, rule);
    } catch {
      throw new NotApplicable(`Rule ${rule.id} of IP policy ${policy.id} can’t be read`);
    }
  }
  known.set(policy, ranges);
  return ranges;
}
