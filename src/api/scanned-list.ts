import { queryOptions, useQuery, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { Check } from "#contract/check.ts";
import { isAbsent } from "./errors.ts";
import { fetchList } from "./list.ts";
import { pollEvery } from "./query-client.ts";
import { reading, told, TOLD_POLL_MS } from "./told.ts";

/** How many times longer than the reading itself the pause between two readings of a list is at least. */
const REST_FACTOR = 5;

/** So many rows are put in order in a millisecond, with as much time left for the reading. */
const ROWS_A_MS = 20;
const PROGRESS_MS = { shortest: 200, longest: 1000 };

/** A reading is begun again once the stream says what the list is at: then what changes later is all that is read of it. */
const AGAIN = new Error("The stream says what the list is at");

/** The part of a list that has arrived while its first reading is under way or was cancelled. */
export type Scan<T> = { items: T[] };

/** Reads of one list: how long the last took, which sets how often it may be read. */
export type ScannedList<T extends { id: string }> = ReturnType<typeof scannedList<T>>;

/**
 * A list that is read whole, page by page, and again while its page is visible (decisions/api/polling.md,
 * decisions/api/long-lists.md). Rows keep their identity by id as long as they are equal; a long list is read as seldom
 * as its size demands.
 */
export function scannedList<T extends { id: string }>(of: {
  path: string;
  key: string;
  item: Check<T>;
  /** Whether the service may say what changed since a version of it (decisions/api/extensions.md). */
  changes?: true;
  /** Where the rows come from instead, when the service does not have this list (decisions/api/extensions.md). */
  fallback?: (client: QueryClient) => Promise<T[]>;
}) {
  const queryKey = [of.key, "list"] as const;
  const scanKey = [of.key, "scan"] as const;
  let lastScanMs = 0;
  const query = queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<T[]> => {
      const started = performance.now();
      const before = client.getQueryData<T[]>(queryKey);
      const first = before === undefined;
      const isDue = growth();
      let arrived: readonly T[] = [];
      // A reading that was begun again must not take rows away that the one before had brought.
      const publish = () => {
        if (arrived.length > (client.getQueryData<Scan<T>>(scanKey)?.items.length ?? 0))
          client.setQueryData<Scan<T>>(scanKey, { items: [...arrived] });
      };
      try {
        const whole = () => {
          const knew = told.has(of.key);
          return fetchList({
            ...of,
            signal,
            // Page by page, so that comparing a long list never holds the page up.
            keep: before && keeper(before),
            onProgress: ({ items, done }) => {
              if (!knew && of.changes && !done && told.has(of.key)) throw AGAIN;
              arrived = items;
              if (first && !done && isDue(items.length)) publish();
            },
          }).catch((error: unknown) => {
            if (of.fallback && isAbsent(error)) return of.fallback(client);
            throw error;
          });
        };
        const read = () =>
          of.changes && reading.changes ? reading.changes(of, before, signal, whole) : whole();
        const items = await read().catch((error: unknown) => {
          if (error === AGAIN) return read();
          throw error;
        });
        lastScanMs = performance.now() - started;
        client.removeQueries({ queryKey: scanKey, exact: true });
        return items;
      } catch (error) {
        // Cancelled or failed on the way: what came stays, unless all was forgotten on disconnecting.
        if (first && client.getQueryState(queryKey)) publish();
        throw error;
      }
    },
    structuralSharing: (before, after) => shareById(before as T[] | undefined, after as T[]),
  });
  /** refetchInterval: every `ms`, slower after failures and for a list that takes long to read (`rest` times as long). */
  const always = (ms: number, rest = REST_FACTOR) => {
    const poll = pollEvery(ms);
    return (state: Parameters<typeof poll>[0]) => Math.max(poll(state), lastScanMs * rest);
  };
  /** {@link always}, and seldom while a stream tells of its changes. */
  const every = (ms: number, rest = REST_FACTOR) => {
    const [usual, seldom] = [always(ms, rest), always(TOLD_POLL_MS, rest)];
    return (query: Parameters<typeof usual>[0]) => (told.has(of.key) ? seldom(query) : usual(query));
  };
  return { query, scanKey, every, always };
}

/** Options of the reading of one item: what the list last said of it, if anything, is there at once and counts as that old. */
export function startFromList<T extends { id: string }>(
  client: QueryClient,
  { query: { queryKey } }: ScannedList<T>,
  id: string,
) {
  return {
    initialData: () => client.getQueryData<T[]>(queryKey)?.find((item) => item.id === id),
    initialDataUpdatedAt: () => client.getQueryState(queryKey)?.dataUpdatedAt,
  };
}

/**
 * When to show what has arrived of a list: its first page at once, then each time it grew by a quarter, else every second,
 * for long lists every few. Showing each of a thousand pages would cost more than reading them.
 */
function growth(): (length: number) => boolean {
  let shown = 0;
  let at = 0;
  return (length) => {
    const waited = performance.now() - at;
    if (length < shown * 1.25 && waited < Math.max(PROGRESS_MS.longest, length / ROWS_A_MS)) return false;
    if (shown > 0 && waited < PROGRESS_MS.shortest) return false;
    shown = length;
    at = performance.now();
    return true;
  };
}

/** What of a list is there before its first reading is complete; null once it is, or before its first page. */
export function useScan<T extends { id: string }>({ scanKey }: ScannedList<T>): Scan<T> | null {
  const { data } = useQuery<Scan<T> | null>({
    queryKey: scanKey,
    queryFn: () => null,
    enabled: false,
    gcTime: 0,
  });
  return data ?? null;
}

/** Stops a reading under way; what has arrived stays. */
export function cancelScan(client: QueryClient, queryKey: QueryKey): Promise<void> {
  return client.cancelQueries({ queryKey, exact: true });
}

/**
 * The new list with every equal item replaced by the object it was before; the old list itself when nothing changed, the new
 * one when nothing was replaced.
 */
export function shareById<T extends { id: string }>(before: readonly T[] | undefined, after: T[]): T[] {
  if (!before) return after;
  const keep = keeper(before);
  let same = before.length === after.length;
  let own = true;
  const shared = after.map((item, index) => {
    const kept = keep(item, index);
    same &&= kept === before[index];
    own &&= kept === item;
    return kept;
  });
  return same ? (before as T[]) : own ? after : shared;
}

/** Gives for an item the equal one that was there before, if any. Looks at the same place first: a long list seldom moves. */
function keeper<T extends { id: string }>(before: readonly T[]): (item: T, index: number) => T {
  let known: Map<string, T> | null = null;
  return (item, index) => {
    const there = before[index];
    if (there === item) return item;
    if (there?.id !== item.id) known ??= new Map(before.map((one) => [one.id, one]));
    const old = there?.id === item.id ? there : known?.get(item.id);
    return old !== undefined && equal(old, item) ? old : item;
  };
}

/** Are two JSON values equal? */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && equal(left[name], right[name]))
  );
}
