import { useEffect, useMemo, useState } from "react";
import { sortRows, type RowModel } from "./rows.ts";
import type { SortBy } from "./url-state.ts";

/** What is put in order, and how. */
export type ToOrder<T> = { rows: readonly T[]; model: RowModel<T>; sort: readonly SortBy[] };

/** Rows in order, with what search looks at of each: in a long list finding a text takes longer than searching it. */
export type Ordered<T> = ToOrder<T> & { sorted: readonly T[]; texts: readonly string[] };

/** Above so many rows putting them in order would hold the page up: it is done in slices, by code that is loaded then. */
const LONG = 5000;

function orderNow<T>(of: ToOrder<T>): Ordered<T> {
  const sorted = sortRows(of.rows, of.model, of.sort);
  return { ...of, sorted, texts: sorted.map(of.model.searchText) };
}

/** The rows in order; of a long list the order before, until the new one is there. */
export function useOrdered<T>({ rows, model, sort }: ToOrder<T>): Ordered<T> {
  const [last, setLast] = useState(() => orderNow({ rows, model, sort }));
  const fits = last.rows === rows && last.model === model && last.sort === sort;
  const long = rows.length > LONG;
  const now = useMemo(
    () => (fits || long ? last : orderNow({ rows, model, sort })),
    [fits, long, last, rows, model, sort],
  );
  if (now !== last) setLast(now);
  useEffect(() => {
    if (fits || !long) return undefined;
    const of = { rows, model, sort };
    const stop = new AbortController();
    const order = async () => {
      let ordered: Ordered<T> | null;
      try {
        ordered = await (await import("./order-long.ts")).orderLong(of, last.sorted, stop.signal);
      } catch {
        // That part can't be loaded: the service is gone.
        ordered = orderNow(of);
      }
      if (ordered && !stop.signal.aborted) setLast(ordered);
    };
    void order();
    return () => stop.abort();
    // What was last is where sorting starts from, not what it depends on.
  }, [fits, long, last, rows, model, sort]);
  return now;
}
