import { matcher, type RowModel } from "./rows.ts";
import type { TableState } from "./url-state.ts";

type FacetCount = { value: string; count: number };

/**
 * The values of each facet among the rows that everything else chooses, by facet id; chosen values stay listed, even with
 * none. One pass: a row that only one facet refuses counts in that one, a row that none refuses counts in all.
 */
export function facetCounts<T>(
  rows: readonly T[],
  model: RowModel<T>,
  { search, filters }: Pick<TableState, "search" | "filters">,
): Record<string, FacetCount[]> {
  const counts = model.facets.map(
    ({ id }) => new Map<string, number>((filters[id] ?? []).map((value) => [value, 0])),
  );
  const matches = matcher(model, { search, filters: {} });
  const chosen = model.facets.map(({ id }) => {
    const values = filters[id] ?? [];
    return values.length > 0 ? new Set(values) : null;
  });
  const add = (at: number, row: T) => {
    const value = model.facets[at]?.valueOf(row) ?? "";
    const count = counts[at];
    count?.set(value, (count.get(value) ?? 0) + 1);
  };
  for (const row of rows) {
    if (!matches(row)) continue;
    const refuses = (set: Set<string> | null, at: number) =>
      set !== null && !set.has(model.facets[at]?.valueOf(row) ?? "");
    const only = chosen.findIndex(refuses);
    if (only < 0) for (const at of chosen.keys()) add(at, row);
    else if (chosen.findLastIndex(refuses) === only) add(only, row);
  }
  return Object.fromEntries(
    model.facets.map(({ id }, at) => [
      id,
      [...(counts[at] ?? [])]
        .map(([value, count]) => ({ value, count }))
        .toSorted((a, b) => a.value.localeCompare(b.value, undefined, { numeric: true })),
    ]),
  );
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
