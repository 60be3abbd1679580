import { covers, type Range, sameRange } from "./range.ts";

type Placed = { range: Range };

/** A rule among the ranges around it. */
type Site<T> = {
  item: T;
  /** The narrowest other rule of the same action that holds all of it. */
  sameAction: T | undefined;
  /** The narrowest rule of the other action that holds all of it, the same range included. */
  otherAction: T | undefined;
  /** The rules directly inside it, or of the same range. */
  inner: T[];
};

type Deciders<T> = {
  sites: Site<T>[];
  /** Without it some address would get another verdict. */
  decisive: Set<T>;
  /** Denies somewhere alone what no rule allows. */
  blocksUnallowed: Set<T>;
};

/**
 * Goes once over ranges in their order (compareRanges), each range and action at most once. Two CIDR ranges are disjoint or one
 * holds the other, so those open at an address form a stack; between two borders the same rules match every address.
 */
export function deciders<T extends Placed>(sorted: readonly T[], actionOf: (item: T) => string): Deciders<T> {
  const decisive = new Set<T>();
  const blocksUnallowed = new Set<T>();
  const sites: Site<T>[] = [];
  const open: Site<T>[] = [];
  const allows: T[] = [];
  const denies: T[] = [];
  const stackOf = (item: T) => (actionOf(item) === "allow" ? allows : denies);
  let at = 0n;

  /** The addresses from `at` to before `until` are matched by just what is open. */
  const pass = (until: bigint) => {
    if (until <= at) return;
    const [allow] = allows;
    const [deny] = denies;
    if (denies.length === 0 && allows.length === 1 && allow) decisive.add(allow);
    if (denies.length === 1 && deny) (allow ? decisive : blocksUnallowed).add(deny);
    at = until;
  };
  const closeUntil = (next: Range | null) => {
    const ends = ({ item }: Site<T>) => next === null || !covers(item.range, next);
    for (let top = open.at(-1); top !== undefined && ends(top); top = open.at(-1)) {
      pass(top.item.range.last + 1n);
      open.pop();
      stackOf(top.item).pop();
    }
  };

  for (const item of sorted) {
    closeUntil(item.range);
    if (open.length > 0) pass(item.range.first);
    at = item.range.first;
    const mine = stackOf(item);
    const others = mine === allows ? denies : allows;
    const site = { item, sameAction: mine.at(-1), otherAction: others.at(-1), inner: [] };
    const parent = open.at(-1);
    parent?.inner.push(item);
    // Of two equal ranges the later one closes first, yet each holds the other.
    if (parent && sameRange(parent.item.range, item.range)) parent.otherAction = item;
    sites.push(site);
    open.push(site);
    mine.push(item);
  }
  closeUntil(null);
  return { sites, decisive, blocksUnallowed };
}
