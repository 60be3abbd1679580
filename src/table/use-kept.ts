import { useMemo, useState } from "react";
import type { RowModel } from "./rows.ts";
import type { TableState } from "./url-state.ts";

type Chosen = Pick<TableState, "search" | "filters">;
const NONE: ReadonlySet<string> = new Set();

/**
 * Of the sorted rows those that match now, and those that matched before and have changed since search and filters were
 * last touched (see `keep` of the table).
 */
export function useKept<T>(
  sorted: readonly T[],
  matching: readonly T[],
  { keep }: Pick<RowModel<T>, "keep">,
  { search, filters }: Chosen,
): readonly T[] {
  const [kept, setKept] = useState({ search, filters, names: NONE });
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
  return shown;
}
