import type { Check } from "#contract/check.ts";
import { request } from "./client.ts";
import { pageOf } from "./list.ts";

type Item = { id: string };
type ChangesOptions<T> = {
  path: string;
  key: string;
  item: Check<T>;
  /** The list as it was, newest first. */
  before: readonly T[];
  /** The version that it is of. */
  since: string;
  signal: AbortSignal;
};

/** A list as it is now, and the version that it is of. */
type Changed<T> = { items: T[]; version: string };

/**
 * Brings a list up to date by what changed since its version (decisions/api/long-lists.md); null where the service does not say
 * what did, and answers a page as ever.
 */
export async function readChanges<T extends Item>(of: ChangesOptions<T>): Promise<Changed<T> | null> {
  const { path, since, before, signal } = of;
  const page = pageOf(of.key, of.item);
  const answer: Check<Changed<T> | null> = {
    safeParse: (value) => {
      const read = page.safeParse(value);
      if (!read.success) return read;
      const { removed, version } = value as { removed?: unknown; version?: unknown };
      const isKnown = Array.isArray(removed) && typeof version === "number";
      const items = isKnown ? withChanges(before, read.data.items, removed) : [];
      return { success: true, data: isKnown ? { items, version: String(version) } : null };
    },
  };
  return request({ method: "GET", path: `${path}?changed_since=${since}`, answer, signal });
}

/** A list, newest first, with some of its items gone, and others new or in the place of what they were. */
export function withChanges<T extends Item>(
  before: readonly T[],
  changed: readonly T[],
  removed: readonly unknown[],
): T[] {
  if (changed.length + removed.length === 0) return before as T[];
  const news = new Map<unknown, T>(changed.map((one) => [one.id, one]));
  const gone = new Set(removed);
  const items: T[] = [];
  for (const one of before) {
    const now = news.get(one.id) ?? one;
    news.delete(one.id);
    if (now !== one || !gone.has(one.id)) items.push(now);
  }
  if (news.size === 0) return items;
  return [...items, ...news.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
}
