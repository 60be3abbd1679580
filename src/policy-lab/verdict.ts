import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { groupBy } from "#resources/group-by.ts";
import { compareRanges, contains, type Point, type Range, readRange } from "./range.ts";

/** What the lab needs of a rule; rules as the wire has them will do. */
export type RuleLike = Pick<IpPolicyRule, "id" | "cidr" | "action" | "ip_policy">;

const ranges = new WeakMap<RuleLike, Range | null>();

/** The range of a rule, read once per rule object. */
export function rangeOf(rule: RuleLike): Range | null {
  const known = ranges.get(rule);
  if (known !== undefined) return known;
  const range = readRange(rule.cidr);
  ranges.set(rule, range);
  return range;
}

/**
 * allowed: an allow rule matches and no deny rule does · denied: a deny rule matches · unmatched: no allow rule matches,
 * which blocks as well.
 */
type Outcome = "allowed" | "denied" | "unmatched";

export type Verdict<R extends RuleLike = RuleLike> = {
  outcome: Outcome;
  allowed: boolean;
  allows: R[];
  denies: R[];
};

/**
 * What a set of rules says of an address (protocol-facts.md#ip-policies: allowed if some allow rule matches and no deny
 * rule does). It is assumed, and pages say so (decisions/ip-rules/verdicts.md).
 */
export function verdictOf<R extends RuleLike>(rules: readonly R[], point: Point): Verdict<R> {
  const matching = rules.filter((rule) => {
    const range = rangeOf(rule);
    return range !== null && contains(range, point);
  });
  const allows = matching.filter(({ action }) => action === "allow");
  const denies = matching.filter(({ action }) => action === "deny");
  const outcome = denies.length > 0 ? "denied" : allows.length > 0 ? "allowed" : "unmatched";
  return { outcome, allowed: outcome === "allowed", allows, denies };
}

/** Orders rules as their ranges are; those that can't be read come last. */
export function byRange(a: RuleLike, b: RuleLike): number {
  const [x, y] = [rangeOf(a), rangeOf(b)];
  return x && y ? compareRanges(x, y) : Number(!x) - Number(!y);
}

/** Rules by the id of their policy, policies in the order in which they first appear. */
export function byPolicy<R extends RuleLike>(rules: readonly R[]): Map<string, R[]> {
  return groupBy(rules, ({ ip_policy }) => ip_policy.id);
}

/** The policies that let the address in with the rules `before` and no longer do with `after`. */
export function lockedOut(before: readonly RuleLike[], after: readonly RuleLike[], point: Point): string[] {
  const then = byPolicy(after);
  return [...byPolicy(before)]
    .filter(([id, rules]) => verdictOf(rules, point).allowed && !verdictOf(then.get(id) ?? [], point).allowed)
    .map(([id]) => id);
}

/** The policies that let the address in only with the rules `after`. */
export function letIn(before: readonly RuleLike[], after: readonly RuleLike[], point: Point): string[] {
  return lockedOut(after, before, point);
}
