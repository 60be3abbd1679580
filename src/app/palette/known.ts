import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useReducer, useRef, useSyncExternalStore } from "react";
import { isAbsent } from "#api/errors.ts";
import type { Scan } from "#api/scanned-list.ts";
import { RESOURCES, type AnyResource } from "#resources/all.ts";
import { searchText, type Row, type Shelf } from "./rank.ts";

/** What is known of a kind right now: whatever the cache holds of it. */
export type Known = {
  kind: AnyResource;
  rows: readonly Row[];
  /** Is the whole list there? */
  whole: boolean;
  reading: boolean;
  /** Why it could not be read; null also where the service has no such list. */
  error: Error | null;
  /** The service has no such list. */
  absent: boolean;
};

export type KnownShelf = Shelf & { kind: AnyResource };

const NONE: readonly Row[] = [];
/** Changes of the cache come in crowds; the palette looks again this long after the first. */
const LOOK_MS = 100;
/** How long texts are made before the page gets a turn: half a frame. */
const SLICE_MS = 8;
/** How often what was made meanwhile is searched. */
const TELL_MS = 200;

function look(client: QueryClient, kind: AnyResource, before: Known | undefined): Known {
  const { queryKey } = kind.query;
  const state = client.getQueryState(queryKey);
  const list = state?.data as readonly Row[] | undefined;
  const listed = list ?? client.getQueryData<Scan<Row>>(kind.scanKey)?.items ?? NONE;
  const whole = list !== undefined;
  const absent = !whole && isAbsent(state?.error);
  const next: Known = {
    kind,
    rows:
      list || kind.within
        ? (kind.within?.(listed) ?? listed)
        : withDetails(client, kind, listed, before?.rows),
    whole,
    reading: !whole && state?.fetchStatus === "fetching",
    error: whole || absent ? null : (state?.error ?? null),
    absent,
  };
  const same = before && (Object.keys(next) as (keyof Known)[]).every((name) => next[name] === before[name]);
  return same ? before : next;
}

/** While the list is not there, what was opened by its id is known all the same. */
function withDetails(
  client: QueryClient,
  kind: AnyResource,
  listed: readonly Row[],
  before: readonly Row[] | undefined,
): readonly Row[] {
  const opened = client
    .getQueriesData<Row>({ queryKey: [kind.query.queryKey[0], "detail"] })
    .flatMap(([, row]) => (row && !listed.some(({ id }) => id === row.id) ? [row] : []));
  const rows = [...listed, ...opened];
  return before?.length === rows.length && rows.every((row, index) => row === before[index]) ? before : rows;
}

/** What the cache holds of every kind, kept up to date; each one the same object until something of it changed. */
export function useKnown(): readonly Known[] {
  const client = useQueryClient();
  const seen = useRef<readonly Known[]>([]);
  const subscribe = useCallback(
    (tell: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = client.getQueryCache().subscribe(() => {
        timer ??= setTimeout(() => {
          timer = undefined;
          tell();
        }, LOOK_MS);
      });
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
    [client],
  );
  return useSyncExternalStore(subscribe, () => {
    const next = RESOURCES.map((kind, index) => look(client, kind, seen.current[index]));
    if (next.some((one, index) => one !== seen.current[index])) seen.current = next;
    return seen.current;
  });
}

/** Texts by row, as long as the row is in the cache: a refresh leaves most rows the same. */
const texts = new WeakMap<Row, string>();

/** What a row is found by. */
export function textOf({ nameOf, moreOf }: AnyResource, row: Row): string {
  const known = texts.get(row);
  if (known) return known;
  const text = searchText(nameOf(row), row.id, ...(moreOf?.(row) ?? []));
  texts.set(row, text);
  return text;
}

/** Makes texts until the time is up; true when all are made. */
function fill(shelves: readonly (KnownShelf & { texts: string[] })[], until: number): boolean {
  for (const { kind, rows, texts: made } of shelves)
    while (made.length < rows.length) {
      made.push(textOf(kind, rows[made.length] as Row));
      if (made.length % 64 === 0 && performance.now() > until) return false;
    }
  return true;
}

/** Shelves with as many texts as there is time for at once: all of them in most accounts. */
function shelve(known: readonly Known[]) {
  const shelves = known.map(({ kind, rows }) => ({
    kind,
    rows,
    texts: [] as string[],
    group: kind.noun.many.toLowerCase(),
  }));
  fill(shelves, performance.now() + SLICE_MS);
  return shelves;
}

/**
 * What is known, as shelves to search. Texts of long lists are made in slices, so that typing is never held up: `made`
 * changes each time there are more.
 */
export function useShelves(known: readonly Known[]): { shelves: readonly KnownShelf[]; made: number } {
  const [made, tell] = useReducer((count: number) => count + 1, 0);
  const shelves = useMemo(() => shelve(known), [known]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let told = performance.now();
    let done = shelves.every(({ rows, texts: ready }) => ready.length === rows.length);
    const slice = () => {
      done = fill(shelves, performance.now() + SLICE_MS);
      if (done || performance.now() - told > TELL_MS) {
        told = performance.now();
        tell();
      }
      if (!done) timer = setTimeout(slice, 0);
    };
    if (!done) timer = setTimeout(slice, 0);
    return () => clearTimeout(timer);
  }, [shelves]);
  return { shelves, made };
}
