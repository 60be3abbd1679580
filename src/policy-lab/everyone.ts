import { compareRanges, familyEnd, type Range } from "./range.ts";
import { byPolicy, rangeOf, type RuleLike } from "./verdict.ts";

/** allow rules that hold every address of a family, deny rules that do, allow rules that hold more than half. */
export const EVERYONE_KINDS = ["everyone", "nobody", "most"] as const;

/** Rules of one policy and action that hold every IPv4 or every IPv6 address, one alone or several together; `most`: more than half of them. */
export type Everyone<R extends RuleLike = RuleLike> = {
  kind: (typeof EVERYONE_KINDS)[number];
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
): (Everyone<R> & { kind: "everyone" | "nobody" })[] {
  return (["allow", "deny"] as const).flatMap((action) =>
    ([4, 6] as const).flatMap((family) => {
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
      const rules: [R, ...R[]] = [first, ...others];
      return [{ kind: action === "allow" ? ("everyone" as const) : ("nobody" as const), family, rules }];
    }),
  );
}

/** What of the rules of one policy, or of several that count together, lets every address of a family in; not where all of them are denied. */
export function opensIn<R extends RuleLike>(rules: readonly R[]): Everyone<R>[] {
  const all = everyoneIn(rules);
  const closed = all.flatMap(({ kind, family }) => (kind === "nobody" ? family : []));
  return all.filter(({ family }) => !closed.includes(family));
}

/** The allow rules that together hold more than half of a family's addresses. */
function mostIn<R extends RuleLike>(rules: readonly R[]): Everyone<R>[] {
  const placed = rules.flatMap((rule) => {
    const range = rule.action === "allow" ? rangeOf(rule) : null;
    return range ? [{ rule, range }] : [];
  });
  const sorted = placed.toSorted((a, b) => compareRanges(a.range, b.range));
  return ([4, 6] as const).flatMap((family) => {
    let [held, next] = [0n, 0n];
    const widest: R[] = [];
    for (const { rule, range } of sorted) {
      if (range.family !== family || range.last < next) continue;
      widest.push(rule);
      held += range.last + 1n - (range.first > next ? range.first : next);
      next = range.last + 1n;
    }
    const [first, ...others] = widest;
    return first && held * 2n > familyEnd(family)
      ? [{ kind: "most" as const, family, rules: [first, ...others] }]
      : [];
  });
}

/** What holds every address of a family, or more than half of them. */
function wideIn<R extends RuleLike>(rules: readonly R[]): Everyone<R>[] {
  const all = everyoneIn(rules);
  const isAll = ({ family }: Everyone<R>) =>
    all.some((one) => one.kind === "everyone" && one.family === family);
  return [...all, ...mostIn(rules).filter((one) => !isAll(one))];
}

/** What holds every address of a family, or more than half, with the rules `after`, in a policy where nothing did with those `before`. */
export function newEveryone<R extends RuleLike>(before: readonly R[], after: readonly R[]): Everyone<R>[] {
  const known = new Set(before);
  const changed = new Set(after.filter((rule) => !known.has(rule)).map(({ ip_policy }) => ip_policy.id));
  const touched = ({ ip_policy }: R) => changed.has(ip_policy.id);
  const earlier = byPolicy(before.filter(touched));
  return [...byPolicy(after.filter(touched))].flatMap(([id, rules]) => {
    const was = wideIn(earlier.get(id) ?? []);
    // Who was let in already makes half of them no news.
    const said = (now: Everyone<R>, { kind, family }: Everyone<R>) =>
      family === now.family && (kind === now.kind || (now.kind === "most" && kind === "everyone"));
    return wideIn(rules).filter((now) => !was.some((one) => said(now, one)));
  });
}
