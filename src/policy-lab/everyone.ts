import { compareRanges, familyEnd, type Range } from "./range.ts";
import { byPolicy, rangeOf, type RuleLike } from "./verdict.ts";

/** Rules of one policy and action that hold every IPv4 or every IPv6 address, one alone or several together. */
export type Everyone<R extends RuleLike = RuleLike> = {
  kind: "everyone" | "nobody";
  family: Range["family"];
  /** The widest ones, by range; others inside them add nothing. */
  rules: [R, ...R[]];
};

/** What in the rules of one policy holds every address of a family. */
export function everyoneIn<R extends RuleLike>(rules: readonly R[]): Everyone<R>[] {
  const placed = rules.flatMap((rule) => {
    const range = rangeOf(rule);
    return range ? [{ rule, range }] : [];
  });
  return everyoneAmong(placed.toSorted((a, b) => compareRanges(a.range, b.range)));
}

/** The same of rules that are sorted by their ranges. */
export function everyoneAmong<R extends RuleLike>(
  sorted: readonly { rule: R; range: Range }[],
): Everyone<R>[] {
  return (["allow", "deny"] as const).flatMap((action) =>
    ([4, 6] as const).flatMap((family): Everyone<R>[] => {
      const widest: R[] = [];
      let next = 0n;
      for (const { rule, range } of sorted) {
        if (rule.action !== action || range.family !== family || range.last < next) continue;
        if (range.first > next) return [];
        widest.push(rule);
        next = range.last + 1n;
      }
      const [first, ...others] = widest;
      if (!first || next !== familyEnd(family)) return [];
      return [{ kind: action === "allow" ? "everyone" : "nobody", family, rules: [first, ...others] }];
    }),
  );
}

/** What holds every address of a family with the rules `after`, in a policy where nothing did with those `before`. */
export function newEveryone<R extends RuleLike>(before: readonly R[], after: readonly R[]): Everyone<R>[] {
  const known = new Set(before);
  const changed = new Set(after.filter((rule) => !known.has(rule)).map(({ ip_policy }) => ip_policy.id));
  const touched = ({ ip_policy }: R) => changed.has(ip_policy.id);
  const earlier = byPolicy(before.filter(touched));
  return [...byPolicy(after.filter(touched))].flatMap(([id, rules]) => {
    const was = everyoneIn(earlier.get(id) ?? []);
    return everyoneIn(rules).filter(
      (now) => !was.some(({ kind, family }) => kind === now.kind && family === now.family),
    );
  });
}
