import { diff, type Change } from "#forms/diff.ts";
import { isJsonObject, sameJson } from "#forms/json.ts";
import type { Clash } from "#forms/merge.ts";

/** What of a list left it and came to it, and what of its entries that stayed became another value. */
export type EntriesApart = { gone: unknown[]; come: unknown[]; changes: Change[] };

/** What an entry is known by: its ID or type, or itself; undefined where it has no name. */
function nameOf(entry: unknown): string | undefined {
  const name = isJsonObject(entry) ? (entry["id"] ?? entry["type"]) : entry;
  return typeof name === "string" || typeof name === "number" ? String(name) : undefined;
}

const byName = (list: readonly unknown[]) => new Map(list.map((entry) => [nameOf(entry), entry]));

/**
 * The entries in which two lists differ; null where that is not all there is to say: one of them is empty or none, entries
 * have no name or the same, or only their order differs.
 */
export function entriesApart({ path, from, to }: Change): EntriesApart | null {
  if (!Array.isArray(from) || !Array.isArray(to) || from.length === 0 || to.length === 0) return null;
  const [was, now] = [byName(from), byName(to)];
  if (was.size < from.length || now.size < to.length || was.has(undefined) || now.has(undefined)) return null;
  const apart: EntriesApart = { gone: [], come: [], changes: [] };
  for (const [name, entry] of was) {
    if (!now.has(name)) apart.gone.push(entry);
    else if (!sameJson(entry, now.get(name)))
      apart.changes.push(...diff(entry, now.get(name), [...path, name ?? ""]));
  }
  for (const [name, entry] of now) if (!was.has(name)) apart.come.push(entry);
  return apart.gone.length + apart.come.length + apart.changes.length > 0 ? apart : null;
}

/** A list with what both sides added to it, removed from it and changed in it; null where both did something else to one entry. */
export function joinedList({ path, base, theirs, mine, others }: Clash): unknown[] | null {
  const [ours, their] = [mine, theirs].map((to) => entriesApart({ path, from: base, to }));
  if (others || !ours || !their || !Array.isArray(theirs) || !Array.isArray(mine)) return null;
  const [here, there] = [byName(mine), byName(theirs)];
  const touched = ({ gone, come, changes }: EntriesApart) =>
    new Set([...[...gone, ...come].map(nameOf), ...changes.map((one) => String(one.path[path.length]))]);
  const [byUs, byThem] = [touched(ours), touched(their)];
  if ([...byUs].some((name) => byThem.has(name) && !sameJson(here.get(name), there.get(name)))) return null;
  // What we touched is as it is here, all else as it is there.
  const kept = [...there].filter(([name]) => !byUs.has(name) || here.has(name));
  const joined = [
    ...kept.map(([name, entry]) => (byUs.has(name) ? here.get(name) : entry)),
    ...ours.come.filter((entry) => !there.has(nameOf(entry))),
  ];
  return joined.length > 0 ? joined : null;
}
