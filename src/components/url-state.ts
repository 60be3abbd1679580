import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";

/** What selects rows of a table; lives in the URL, so that a link or a reload brings it back. */
export type TableState = {
  search: string;
  /** Facet id → chosen values: a row must have one of them. No empty lists. */
  filters: Readonly<Record<string, readonly string[]>>;
  sort: { column: string; descending: boolean };
};

/** What a table understands: unknown parameters are other people's and stay untouched. */
export type TableSchema = {
  facets: readonly string[];
  sortable: readonly string[];
  defaultSort: { column: string; descending: boolean };
};

const SEARCH = "q";
const SORT = "sort";
const SEARCH_MAX = 200;
const VALUES_MAX = 50;
const VALUE_MAX = 200;

/** Reads the state out of a URL's parameters. Whatever is not understood falls back to its default. */
export function parseTableState(params: URLSearchParams, schema: TableSchema): TableState {
  const filters: Record<string, readonly string[]> = {};
  for (const facet of schema.facets) {
    const values = params.getAll(facet).filter((value) => value !== "" && value.length <= VALUE_MAX);
    if (values.length > 0) filters[facet] = [...new Set(values)].slice(0, VALUES_MAX);
  }
  return {
    search: (params.get(SEARCH) ?? "").slice(0, SEARCH_MAX),
    filters,
    sort: parseSort(params.get(SORT), schema),
  };
}

function parseSort(text: string | null, { sortable, defaultSort }: TableSchema): TableState["sort"] {
  const descending = text?.startsWith("-") ?? false;
  const column = descending ? text?.slice(1) : text;
  return column && sortable.includes(column) ? { column, descending } : defaultSort;
}

/** Writes the state into a copy of the parameters; defaults are left out, foreign parameters stay. */
export function writeTableState(
  params: URLSearchParams,
  schema: TableSchema,
  state: TableState,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [SEARCH, SORT, ...schema.facets]) next.delete(name);
  if (state.search !== "") next.set(SEARCH, state.search);
  for (const facet of schema.facets)
    for (const value of state.filters[facet] ?? []) next.append(facet, value);
  const { column, descending } = state.sort;
  const { defaultSort } = schema;
  if (column !== defaultSort.column || descending !== defaultSort.descending)
    next.set(SORT, (descending ? "-" : "") + column);
  return next;
}

/** The state of a table in the URL and the way to change it. Typing replaces the history entry, all else adds one. */
export function useTableState(schema: TableSchema): {
  state: TableState;
  change: (patch: Partial<TableState>) => void;
} {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => parseTableState(params, schema), [params, schema]);
  const change = useCallback(
    (patch: Partial<TableState>) => {
      const replace = Object.keys(patch).every((name) => name === "search");
      setParams(
        (current) => writeTableState(current, schema, { ...parseTableState(current, schema), ...patch }),
        { replace, preventScrollReset: true },
      );
    },
    [schema, setParams],
  );
  return { state, change };
}
