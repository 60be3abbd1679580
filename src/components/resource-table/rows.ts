import type { TableState } from "../url-state.ts";

/** A way to filter: every row has one value. */
export type Facet<T> = { id: string; label: string; valueOf: (row: T) => string };

/** A row's order within a column: numbers by size, texts by code unit (prepare them in lower case). */
type SortKey = string | number;

/** What filtering and sorting need to know of a kind of row. Define it once, at module scope. */
export type RowModel<T> = {
  /** All that search looks at, in lower case, prepared once per row. */
  searchText: (row: T) => string;
  facets: readonly Facet<T>[];
  /** Column id → the value rows are ordered by. */
  sortKeys: Readonly<Record<string, (row: T) => SortKey>>;
  /** Orders rows that the chosen column leaves equal. */
  tie: (row: T) => SortKey;
};

/** The search as words in lower case; a row must hold each of them. */
function searchTerms(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Is the row chosen by search and filters? `except` leaves one facet out, for the counts in its own menu. */
export function matcher<T>(
  model: RowModel<T>,
  { search, filters }: Pick<TableState, "search" | "filters">,
  except?: string,
): (row: T) => boolean {
  const terms = searchTerms(search);
  const chosen = model.facets
    .filter(({ id }) => id !== except && (filters[id]?.length ?? 0) > 0)
    .map(({ id, valueOf }) => ({ valueOf, values: new Set(filters[id]) }));
  return (row) => {
    if (!chosen.every(({ valueOf, values }) => values.has(valueOf(row)))) return false;
    if (terms.length === 0) return true;
    const text = model.searchText(row);
    return terms.every((term) => text.includes(term));
  };
}

const order = (a: SortKey, b: SortKey) => (a < b ? -1 : Number(a > b));

/** The rows in the order of a column, ties by {@link RowModel.tie} and never reversed. Sorts a copy. */
function sortRows<T>(rows: readonly T[], model: RowModel<T>, sort: TableState["sort"]): T[] {
  const keyOf = model.sortKeys[sort.column];
  if (!keyOf) return [...rows];
  const sign = sort.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, key: keyOf(row), tie: model.tie(row) }))
    .toSorted((a, b) => sign * order(a.key, b.key) || order(a.tie, b.tie))
    .map(({ row }) => row);
}

/** What the table shows: the rows chosen by search and filters, in order. */
export function visibleRows<T>(rows: readonly T[], model: RowModel<T>, state: TableState): T[] {
  return sortRows(rows.filter(matcher(model, state)), model, state.sort);
}

export type FacetCount = { value: string; count: number };

/** The values of a facet among the rows that everything else chooses; chosen values stay listed, even with none. */
export function facetCounts<T>(
  rows: readonly T[],
  model: RowModel<T>,
  state: Pick<TableState, "search" | "filters">,
  facet: Facet<T>,
): FacetCount[] {
  const counts = new Map<string, number>((state.filters[facet.id] ?? []).map((value) => [value, 0]));
  const matches = matcher(model, state, facet.id);
  for (const row of rows) {
    if (!matches(row)) continue;
    const value = facet.valueOf(row);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => a.value.localeCompare(b.value, undefined, { numeric: true }));
}

/** The filters with one value of a facet added or taken away; a facet without values is left out. */
export function toggleFilter(
  filters: TableState["filters"],
  facet: string,
  value: string,
): Record<string, readonly string[]> {
  const { [facet]: old = [], ...rest } = filters;
  const next = old.includes(value) ? old.filter((one) => one !== value) : [...old, value];
  return next.length === 0 ? rest : { ...filters, [facet]: next };
}
