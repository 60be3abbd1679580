import type { Together } from "#contract/modules/module-contract.ts";
import { diff, type Change } from "./diff.ts";
import { isJsonObject, keysOf, own, sameJson, type JsonObject, type Path } from "./json.ts";

/** A value that both sides changed, each to something else. `undefined` = it is not there. */
type Apart = { path: Path; base: unknown; theirs: unknown; mine: unknown };

/** A field that needs a choice, with the fields beside it that are decided by the same choice. */
export type Clash = Apart & { others?: Apart[] };

export type Side = "mine" | "theirs";

/** What decides a clash: a side as it is, or what joins both. */
export type Choice = Side | { joined: unknown };

export type Merge = {
  merged: unknown;
  /** Fields that need a choice; `merged` holds what `choose` answered. */
  clashes: Clash[];
  /** What `merged` took from theirs without a clash, from base to theirs. */
  taken: Change[];
};

type Three = { base: unknown; theirs: unknown; mine: unknown };
type Rules = readonly Together[];

/**
 * Three-way merge by field: what only one side changed is taken from it, what both changed alike is taken once, and
 * what they changed differently is a clash that `choose` decides (mine, when it says nothing). Lists count as a whole, and
 * so does what `together` names.
 */
export function mergeThree(
  three: Three,
  choose: (clash: Clash) => Choice = () => "mine",
  together: Rules = [],
): Merge {
  const clashes: Clash[] = [];
  const taken: Change[] = [];
  const merged = mergeAt(three, [], { clashes, taken, choose, together });
  return { merged, clashes, taken };
}

type Found = { clashes: Clash[]; taken: Change[]; choose: (clash: Clash) => Choice; together: Rules };

function mergeAt({ base, theirs, mine }: Three, path: Path, found: Found): unknown {
  if (sameJson(theirs, mine) || sameJson(base, theirs)) return mine;
  if (sameJson(base, mine)) {
    found.taken.push(...diff(base, theirs, path));
    return theirs;
  }
  const rules = found.together.filter(({ at }) => leadsTo(at, path));
  const isOneOf = rules.some(({ fields }) => fields === undefined);
  if (isJsonObject(theirs) && isJsonObject(mine) && !(isOneOf && !sameJson(setIn(theirs), setIn(mine)))) {
    const before = isJsonObject(base) ? base : {};
    const groups = joined(rules.flatMap(({ fields }) => (fields ? [fields] : [])));
    const names = keysOf(theirs, mine);
    const entries = names.flatMap((name) => {
      const group = groups.find((fields) => fields.includes(name));
      if (group && name !== names.find((one) => group.includes(one))) return [];
      const merged = mergeFields(group ?? [name], { base: before, theirs, mine }, path, found);
      return Object.entries(merged);
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  const choice = decided([{ path, base, theirs, mine }], found);
  return typeof choice === "object" ? choice.joined : choice === "mine" ? mine : theirs;
}

/** One field by what is in it; several as one value. */
function mergeFields(
  names: readonly string[],
  three: { base: JsonObject; theirs: JsonObject; mine: JsonObject },
  path: Path,
  found: Found,
): JsonObject {
  const all = names.map((name) => ({
    path: [...path, name],
    base: own(three.base, name),
    theirs: own(three.theirs, name),
    mine: own(three.mine, name),
  }));
  const isMerged =
    all.length === 1 ||
    [three.base, three.theirs, three.mine].some((_, i, sides) =>
      names.every((name) => sameJson(own(sides[i] ?? {}, name), own(sides[(i + 1) % 3] ?? {}, name))),
    );
  const side = isMerged
    ? undefined
    : decided(
        all.filter((one) => !sameJson(one.theirs, one.mine)),
        found,
      );
  return Object.fromEntries(
    names.map((name, i) => {
      const one = all[i] ?? { path, base: undefined, theirs: undefined, mine: undefined };
      return [name, side === "mine" || side === "theirs" ? one[side] : mergeAt(one, one.path, found)];
    }),
  );
}

function decided([first, ...others]: Apart[], found: Found): Choice {
  if (!first) return "mine";
  const clash = others.length > 0 ? { ...first, others } : first;
  found.clashes.push(clash);
  return found.choose(clash);
}

const leadsTo = (at: readonly string[], path: Path) =>
  at.length === path.length && at.every((part, i) => part === "*" || part === path[i]);

/** The names of the members that are set, in one order. */
const setIn = (object: JsonObject) =>
  Object.keys(object)
    .filter((name) => (object[name] ?? null) !== null)
    .toSorted();

/** Groups that share a name as one. */
function joined(groups: readonly (readonly string[])[]): string[][] {
  return groups.reduce<string[][]>((done, group) => {
    const touching = done.filter((one) => one.some((name) => group.includes(name)));
    const rest = done.filter((one) => !touching.includes(one));
    return [...rest, [...new Set([...touching.flat(), ...group])]];
  }, []);
}
