import { ipRestrictionContract } from "#contract/modules/ip-restriction.ts";
import type { IpPolicy, IpRule } from "../account.ts";
import type { VisitorConnection } from "../events/visitor-connection.ts";
import { compiled, NotApplicable } from "./compiled.ts";
import type { Guard, Verdict } from "./guard.ts";
import { IpRanges, type Point, pointOf } from "./ip-ranges.ts";

/** Of many policies that don't allow an address, so many are named. */
const NAMED = 10;

type Ranges = { allow: IpRanges<IpRule>; deny: IpRanges<IpRule> };

const policyIds = compiled(ipRestrictionContract, ({ ip_policy_ids }) => ip_policy_ids);
const known = new WeakMap<IpPolicy, Ranges>();
/** All requests of a connection come from one address. */
const points = new WeakMap<VisitorConnection, Point>();

/** Lets in whom some allow rule matches and no deny rule, of all its policies together (protocol-facts.md#ip-policies). */
export const ipRestriction: Guard = (stored, { connection, snapshot }) => {
  const policies = policyIds(stored).map((id) => {
    const policy = snapshot.ipPolicies.get(id);
    if (!policy) throw new NotApplicable(`IP policy ${id} is missing`);
    return policy;
  });
  const address = connection.clientIp;
  const point = points.get(connection) ?? pointOf(address);
  points.set(connection, point);
  const matching = (action: keyof Ranges): Pick<Verdict, "reason" | "refs"> | null => {
    for (const policy of policies) {
      const rule = rangesOf(policy)[action].find(point);
      if (!rule) continue;
      const [range, name] = [`${action} ${rule.cidr}`, policy.description || policy.id];
      return {
        reason: `${address} matches ${range} of ${name}`,
        refs: [
          { id: rule.id, text: range },
          { id: policy.id, text: name },
        ],
      };
    }
    return null;
  };
  // All of them are read before one decides, so that a rule that can't be read closes the address to everybody.
  for (const policy of policies) rangesOf(policy);
  const denied = matching("deny");
  const allowed = denied === null ? matching("allow") : null;
  if (allowed) return { verdict: "allow", ...allowed };
  const none = {
    reason: `No rule allows ${address}`,
    refs: policies.slice(0, NAMED).map(({ id }) => ({ id })),
  };
  return { verdict: "block", ...(denied ?? none), refusal: "addressBlocked" };
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
