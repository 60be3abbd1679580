import { compareRanges, covers, sameRange } from "./range.ts";
import { rangeOf, type RuleLike } from "./verdict.ts";

/** The other rules of a policy that share addresses with one rule. */
export type Neighbours<R extends RuleLike = RuleLike> = {
  /** Those of the same range, of either action. */
  same: R[];
  /** Those wider that hold all of it, narrowest first. */
  around: R[];
  /** Those inside it, in the order of their ranges. */
  inside: R[];
};

/** Finds the rules of the same policy that share addresses with `rule`; those that can't be read are left out. */
export function neighboursOf<R extends RuleLike>(rule: R, rules: readonly R[]): Neighbours<R> {
  const range = rangeOf(rule);
  if (!range) return { same: [], around: [], inside: [] };
  const placed = rules.flatMap((one) => {
    const its = one.id !== rule.id && one.ip_policy.id === rule.ip_policy.id ? rangeOf(one) : null;
    return its && (one.action === "allow" || one.action === "deny") ? [{ one, its }] : [];
  });
  const same = placed.filter(({ its }) => sameRange(its, range)).map(({ one }) => one);
  const around = placed
    .filter(({ its }) => covers(its, range) && !covers(range, its))
    .toSorted((a, b) => b.its.bits - a.its.bits)
    .map(({ one }) => one);
  const inside = placed
    .filter(({ its }) => covers(range, its) && !covers(its, range))
    .toSorted((a, b) => compareRanges(a.its, b.its))
    .map(({ one }) => one);
  return { same, around, inside };
}

/** What a rule inside another does there, after its own range. */
export function insideWords(outer: RuleLike, inner: RuleLike): string {
  if (outer.action === inner.action) return "is inside this range, with the same action";
  return inner.action === "deny"
    ? "is an exception inside this range"
    : "is inside this range, but this rule denies it anyway";
}

/** What a rule of the same range does to it. */
export function sameWords(one: RuleLike, other: RuleLike): string {
  if (one.action === other.action) return "has the same range and action";
  return other.action === "deny" ? "denies this range anyway" : "is denied anyway by this rule";
}

/** What holding a rule does to it, after the range of the one that holds it. */
export function aroundWords(inner: RuleLike, outer: RuleLike): string {
  if (outer.action === inner.action) return "contains this range, with the same action";
  return outer.action === "deny"
    ? "contains this range and denies it"
    : "contains this range, but this rule denies it anyway";
}
