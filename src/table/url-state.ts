import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useNavigation, useSearchParams } from "react-router-dom";

/** One column that rows are ordered by. */
export type SortBy = { column: string; descending: boolean };

export type Density = "comfortable" | "compact";

/** What selects and shows rows of a table; lives in the URL, so that a link or a reload brings it back. */
export type TableState = {
  search: string;
  /** Facet id → chosen values: a row must have one of them. No empty lists. */
  filters: Readonly<Record<string, readonly string[]>>;
  /** The first decides, each next one among rows that those before leave equal. Never empty, no column twice. */
  sort: readonly SortBy[];
  /** Ids of the chosen columns, in their own order; null = those shown by default. */
  columns: readonly string[] | null;
  density: Density;
  /** Key of the row opened beside the table. */
  open: string | null;
};

/** What a table understands: unknown parameters are other people's and stay untouched. */
export type TableSchema = {
  /** Names of parameters: none of them may be q, sort, columns, density or open. */
  facets: readonly string[];
  /** All values of those facets that have a fixed choice: any other value in a URL is not understood. */
  fixed?: Readonly<Record<string, readonly string[]>>;
  sortable: readonly string[];
  defaultSort: SortBy;
};

const PARAMS = { search: "q", sort: "sort", columns: "columns", density: "density", open: "open" } as const;
const SEARCH_MAX = 200;
const VALUES_MAX = 50;
const VALUE_MAX = 200;
const COLUMN = /^[\w-]{1,40}$/;
const TYPING_MS = 250;

/** Reads the state out of a URL's parameters. Whatever is not understood falls back to its default. */
export function parseTableState(params: URLSearchParams, schema: TableSchema): TableState {
  const filters: Record<string, readonly string[]> = {};
  for (const facet of schema.facets) {
    const fixed = schema.fixed?.[facet];
    const values = params
      .getAll(facet)
      .filter((value) => (fixed ? fixed.includes(value) : value !== "" && value.length <= VALUE_MAX));
    if (values.length > 0) filters[facet] = [...new Set(values)].slice(0, VALUES_MAX);
  }
  const open = params.get(PARAMS.open) ?? "";
  return {
    search: (params.get(PARAMS.search) ?? "").slice(0, SEARCH_MAX),
    filters,
    sort: parseSort(params.get(PARAMS.sort), schema),
    columns: parseColumns(params.get(PARAMS.columns)),
    density: params.get(PARAMS.density) === "compact" ? "compact" : "comfortable",
    open: open === "" || open.length > VALUE_MAX ? null : open,
  };
}

function parseSort(text: string | null, { sortable, defaultSort }: TableSchema): readonly SortBy[] {
  const sort: SortBy[] = [];
  for (const part of (text ?? "").split(",")) {
    const descending = part.startsWith("-");
    const column = descending ? part.slice(1) : part;
    if (sortable.includes(column) && !sort.some((one) => one.column === column))
      sort.push({ column, descending });
  }
  return sort.length > 0 ? sort : [defaultSort];
}

function parseColumns(text: string | null): readonly string[] | null {
  const ids = [...new Set((text ?? "").split(",").filter((id) => COLUMN.test(id)))].slice(0, VALUES_MAX);
  return ids.length > 0 ? ids : null;
}

/** Writes the state into a copy of the parameters; defaults are left out, foreign parameters stay. */
export function writeTableState(
  params: URLSearchParams,
  schema: TableSchema,
  state: TableState,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...Object.values(PARAMS), ...schema.facets]) next.delete(name);
  const set = (name: keyof typeof PARAMS, text: string) => {
    if (text !== "") next.set(PARAMS[name], text);
  };
  set("search", state.search);
  for (const facet of schema.facets)
    for (const value of state.filters[facet] ?? []) next.append(facet, value);
  const sort = sortText(state.sort);
  set("sort", sort === sortText([schema.defaultSort]) ? "" : sort);
  set("columns", state.columns?.join(",") ?? "");
  set("density", state.density === "compact" ? "compact" : "");
  set("open", state.open ?? "");
  return next;
}

function sortText(sort: readonly SortBy[]): string {
  return sort.map(({ column, descending }) => (descending ? "-" : "") + column).join(",");
}

/**
 * The new state with every part that says the same as before kept as the same object, so that a search that enters the URL
 * does not put a long list in order again. The old state itself when nothing changed.
 */
export function shareParts(before: TableState, after: TableState): TableState {
  const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
  if (same(before, after)) return before;
  return {
    ...after,
    filters: same(before.filters, after.filters) ? before.filters : after.filters,
    sort: same(before.sort, after.sort) ? before.sort : after.sort,
    columns: same(before.columns, after.columns) ? before.columns : after.columns,
  };
}

type TablePatch = Partial<TableState>;

/** Changes parts of the state; a function gets the state as the last change left it, shown yet or not. */
export type ChangeTable = (patch: TablePatch | ((state: TableState) => TablePatch)) => void;

/**
 * The parameters of the URL as the last change left them, for all that change it: the router shows a change some time after it was
 * told, and the next one starts from this. Who reads it keeps it at what is shown.
 */
let newest = new URLSearchParams();

/** The newest parameters; those that are shown, or were just written, take their place. */
export const newestParams = (next = newest): URLSearchParams => (newest = next);

/**
 * The state of a table in the URL and the way to change it. A typed search holds at once and enters the URL when typing
 * rests, in place of the history entry; so does the opened row. All else adds an entry.
 */
export function useTableState(schema: TableSchema): { state: TableState; change: ChangeTable } {
  const [params, setParams] = useSearchParams();
  const parsed = useMemo(() => parseTableState(params, schema), [params, schema]);
  const [kept, setKept] = useState(parsed);
  const inUrl = shareParts(kept, parsed);
  if (inUrl !== kept) setKept(inUrl);
  const [typed, setTyped] = useState<string | null>(null);
  const waiting = useRef<{ search: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  if (typed !== null && typed === inUrl.search) setTyped(null);
  const leaving = useRef(false);
  const { state: navigation } = useNavigation();
  useEffect(() => {
    leaving.current = navigation !== "idle";
  }, [navigation]);
  useEffect(() => void newestParams(params), [params]);
  const write = useCallback(
    (change: TablePatch | ((state: TableState) => TablePatch)) => {
      const search = waiting.current ? { search: waiting.current.search } : {};
      clearTimeout(waiting.current?.timer);
      waiting.current = null;
      const before = { ...parseTableState(newest, schema), ...search };
      const patch = typeof change === "function" ? change(before) : change;
      setParams(newestParams(writeTableState(newest, schema, { ...before, ...patch })), {
        replace: Object.keys(patch).every((name) => name === "search" || name === "open"),
        preventScrollReset: true,
      });
    },
    [schema, setParams],
  );
  const change = useCallback<ChangeTable>(
    (patch) => {
      if (typeof patch === "function") return write(patch);
      const { search } = patch;
      if (search !== undefined) setTyped(search);
      if (search === undefined || Object.keys(patch).length > 1) return write(patch);
      clearTimeout(waiting.current?.timer);
      // Written while the next page is on its way, it would call that page back.
      const rest = () => (leaving.current ? undefined : write({ search }));
      waiting.current = { search, timer: setTimeout(rest, TYPING_MS) };
      return undefined;
    },
    [write],
  );
  useEffect(() => {
    // A click may lead away, and is told to the router before its state can be seen here: what waits is written first.
    const onClick = () => {
      if (waiting.current) write({ search: waiting.current.search });
    };
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, [write]);
  useEffect(() => () => clearTimeout(waiting.current?.timer), []);
  const state = useMemo(() => (typed === null ? inUrl : { ...inUrl, search: typed }), [inUrl, typed]);
  return { state, change };
}
