import { useEffect, useMemo, useState } from "react";
import type { RowModel } from "./rows.ts";
import type { TableState } from "./url-state.ts";

type Chosen = Pick<TableState, "search" | "filters">;
const NONE: ReadonlySet<string> = new Set();
type Row = { id: string };
/** So many rows are found again after Back. */
const MOST = 2000;

/** What a list kept and showed is noted in its own entry of the browser's history, where a reload, of a later page too, leaves it. */
function left(entry: string): ReadonlySet<string> {
  const { kept } = (history.state ?? {}) as { kept?: { entry: string; names: string[] } };
  return kept?.entry === entry ? new Set(kept.names) : NONE;
}
function note(entry: string, names: readonly string[]): void {
  const state = (history.state ?? {}) as { key?: string; kept?: { names: string[] } };
  // The next entry is there before its page is.
  if ((state.key ?? entry) !== entry || state.kept?.names.join() === names.join()) return;
  history.replaceState({ ...state, kept: { entry, names } }, "");
}

/**
 * Of the sorted rows those that match now, and those that matched before and have changed since search and filters were
 * last touched (see `keep` of the table). Who comes back to `entry` of the history finds them as they were left.
 */
export function useKept<T extends Row>(
  sorted: readonly T[],
  matching: readonly T[],
  { keep }: Pick<RowModel<T>, "keep">,
  { search, filters }: Chosen,
  entry: string,
): readonly T[] {
  const [kept, setKept] = useState(() => ({ search, filters, names: left(entry) }));
  const known = kept.search === search && kept.filters === filters ? kept.names : NONE;
  const named = useMemo(() => {
    const all: { row: T; name: string }[] = [];
    for (const row of keep ? sorted : []) {
      const name = keep?.(row) ?? null;
      if (name !== null) all.push({ row, name });
    }
    return all;
  }, [sorted, keep]);
  const { shown, names } = useMemo(() => {
    if (named.length === 0) return { shown: matching, names: NONE };
    const match = new Set(matching);
    const names = new Set(named.flatMap(({ row, name }) => (match.has(row) ? name : [])));
    const missed = named.filter(({ row, name }) => !match.has(row) && known.has(name));
    if (missed.length === 0) return { shown: matching, names };
    const all = new Set([...match, ...missed.map(({ row }) => row)]);
    return { shown: sorted.filter((row) => all.has(row)), names };
  }, [sorted, matching, named, known]);
  if (known !== kept.names || [...names].some((name) => !known.has(name)))
    setKept({ search, filters, names: new Set([...known, ...names]) });
  useEffect(() => {
    // Of a row that nothing had happened to, the name to be kept under is its ID.
    if (!keep || (search === "" && Object.keys(filters).length === 0)) return;
    note(entry, [...new Set([...kept.names, ...matching.slice(0, MOST).map(({ id }) => id)])]);
  }, [keep, entry, kept, matching, search, filters]);
  return shown;
}
