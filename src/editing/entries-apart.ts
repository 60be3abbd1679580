import { diff, type Change } from "#forms/diff.ts";
import { isJsonObject, sameJson } from "#forms/json.ts";

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
