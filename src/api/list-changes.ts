import type { Check } from "#contract/check.ts";
import { request } from "./client.ts";
import { ApiError } from "./errors.ts";
import { pageOf } from "./list.ts";
import { shareById } from "./scanned-list.ts";
import { told, type ReadChanges } from "./told.ts";

type Item = { id: string };
/** A list as it is now, and the version that it is of. */
type Changed<T> = { items: T[]; version: string };

/** The versions of lists, each the least that its reading shows. */
const versions = new WeakMap<readonly Item[], string>();

/**
 * Reads a list by what changed since its version, where that is known (decisions/api/long-lists.md), and whole where the service does
 * not say it, or whatever else is wrong.
 */
export const readChanges: ReadChanges = async (of, before, signal, whole) => {
  const at = told.get(of.key);
  const since = before && versions.get(before);
  const changed = since === undefined ? null : await ask(of, before, since, signal).catch(unlessLimited);
  const items = shareById(before, changed?.items ?? (await whole()));
  const version = changed?.version ?? at;
  if (version === undefined) versions.delete(items);
  else versions.set(items, version);
  return items;
};

/** Nothing is known, unless it is that nothing more is to be asked yet: that would count against the limit again. */
function unlessLimited(error: unknown): null {
  if (error instanceof ApiError && error.status === 429) throw error;
  return null;
}

/** What a list is now; null where the service does not say what changed, and answers a page as ever. */
function ask<T extends Item>(
  { path, key, item }: { path: string; key: string; item: Check<T> },
  before: readonly T[] = [],
  since: string,
  signal: AbortSignal,
): Promise<Changed<T> | null> {
  const page = pageOf(key, item);
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
