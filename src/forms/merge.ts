import { diff, type Change } from "./diff.ts";
import { isJsonObject, keysOf, own, sameJson, type Path } from "./json.ts";

/** A field that both sides changed, each to something else. `undefined` = the field is not there. */
export type Clash = { path: Path; base: unknown; theirs: unknown; mine: unknown };

export type Side = "mine" | "theirs";

export type Merge = {
  merged: unknown;
  /** Fields that need a choice; `merged` holds what `choose` answered. */
  clashes: Clash[];
  /** What `merged` took from theirs without a clash, from base to theirs. */
  taken: Change[];
};

type Three = { base: unknown; theirs: unknown; mine: unknown };

/**
 * Three-way merge by field: what only one side changed is taken from it, what both changed alike is taken once, and
 * what they changed differently is a clash that `choose` decides (mine, when it says nothing). Lists count as a whole.
 */
export function mergeThree(three: Three, choose: (clash: Clash) => Side = () => "mine"): Merge {
  const clashes: Clash[] = [];
  const taken: Change[] = [];
  const merged = mergeAt(three, [], { clashes, taken, choose });
  return { merged, clashes, taken };
}

type Found = { clashes: Clash[]; taken: Change[]; choose: (clash: Clash) => Side };

function mergeAt({ base, theirs, mine }: Three, path: Path, found: Found): unknown {
  if (sameJson(theirs, mine) || sameJson(base, theirs)) return mine;
  if (sameJson(base, mine)) {
    found.taken.push(...diff(base, theirs, path));
    return theirs;
  }
  if (isJsonObject(theirs) && isJsonObject(mine)) {
    const before = isJsonObject(base) ? base : {};
    const entries = keysOf(theirs, mine).map((key) => {
      const three = { base: own(before, key), theirs: own(theirs, key), mine: own(mine, key) };
      return [key, mergeAt(three, [...path, key], found)] as const;
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  const clash = { path, base, theirs, mine };
  found.clashes.push(clash);
  return found.choose(clash) === "mine" ? mine : theirs;
}
