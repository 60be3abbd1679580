import { matcher, sortRows, type RowModel } from "#table/rows.ts";
import type { TableState } from "#table/url-state.ts";

/** What a table shows: the rows chosen by search and filters, in order. */
export function visibleRows<T>(
  rows: readonly T[],
  model: RowModel<T>,
  state: Pick<TableState, "search" | "filters" | "sort">,
): T[] {
  return sortRows(rows.filter(matcher(model, state)), model, state.sort);
}
