import type { ReactNode } from "react";
import type { SortBy, TableState } from "./url-state.ts";

/** A way to filter: every row has one value. */
export type Facet<T> = {
  id: string;
  label: string;
  valueOf: (row: T) => string;
  show?: ((value: string) => ReactNode) | undefined;
};

/** A row's order within a column: numbers by size, texts by code unit (prepare them in lower case). */
export type SortKey = string | number;

/** What filtering and sorting need to know of a kind of row. */
export type RowModel<T> = {
  /** All that search looks at, in lower case, made once per row. */
  searchText: (row: T) => string;
  facets: readonly Facet<T>[];
  /** Column id → the value rows are ordered by. */
  sortKeys: Readonly<Record<string, (row: T) => SortKey>>;
  /** Orders rows that the chosen columns leave equal. */
  tie: (row: T) => SortKey;
  /** Names a row that stays chosen once it was, until search or filters are touched; null = not. */
  keep?: ((row: T) => string | null) | undefined;
};

type Chosen = Pick<TableState, "search" | "filters">;

/** A host with its domain or port before a path: no range as 10.0.0.0/8, no path alone. */
const BARE_ADDRESS = /^[^/:]+(?:\.[a-z][^/:.]*(?::\d+)?|:\d+)\//;

/** A URL’s host and port, from its "://" on. */
const hostOfUrl = (url: string): string | undefined => /:\/\/.+?(?=:443(?:\/|$)|\/|$)/.exec(url)?.[0];

/** The search as words in lower case; a row must hold each of them, of a URL its host and port: of one without its scheme either. */
function searchTerms(search: string): (readonly [term: string, or: string])[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const term = hostOfUrl(word) ?? word;
      return [term, (BARE_ADDRESS.test(word) && hostOfUrl(`://${word}`)) || term];
    });
}

function chosenFacets<T>({ facets }: RowModel<T>, filters: TableState["filters"]) {
  return facets.flatMap(({ id, valueOf }) => {
    const values = filters[id];
    return values && values.length > 0 ? [{ id, valueOf, values: new Set(values) }] : [];
  });
}

/** Is the row chosen by search and filters? */
export function matcher<T>(model: RowModel<T>, chosen: Chosen): (row: T) => boolean {
  const matches = textMatcher(model, chosen);
  return (row) => matches(row, model.searchText(row));
}

/** {@link matcher} for rows whose texts are at hand: in a long list finding a text takes longer than searching it. */
export function textMatcher<T>(
  model: RowModel<T>,
  { search, filters }: Chosen,
): (row: T, text: string) => boolean {
  const terms = searchTerms(search);
  const chosen = chosenFacets(model, filters);
  return (row, text) => {
    for (const { valueOf, values } of chosen) if (!values.has(valueOf(row))) return false;
    for (const [term, or] of terms) if (!text.includes(term) && !text.includes(or)) return false;
    return true;
  };
}

const order = (a: SortKey, b: SortKey) => (a < b ? -1 : Number(a > b));

/**
 * How two of the rows follow each other, by their places in `rows`: by the columns, ties by {@link RowModel.tie} and never
 * reversed, then by place. A row is compared once its keys are there: `fill` makes those of the places `from` to `to`.
 */
export function comparing<T>(rows: readonly T[], model: RowModel<T>, sort: readonly SortBy[]) {
  const by = sort.flatMap(({ column, descending }) => {
    const keyOf = model.sortKeys[column];
    return keyOf ? [{ keyOf, keys: [] as SortKey[], sign: descending ? -1 : 1 }] : [];
  });
  by.push({ keyOf: model.tie, keys: [], sign: 1 });
  return {
    fill: (from: number, to: number) => {
      for (const { keyOf, keys } of by)
        for (let place = from; place < to; place += 1) keys[place] = keyOf(rows[place] as T);
    },
    compare: (a: number, b: number): number => {
      for (const { keys, sign } of by) {
        const difference = order(keys[a] as SortKey, keys[b] as SortKey);
        if (difference !== 0) return sign * difference;
      }
      return a - b;
    },
  };
}

/** The rows in the order that {@link comparing} says. Sorts a copy. */
export function sortRows<T>(rows: readonly T[], model: RowModel<T>, sort: readonly SortBy[]): T[] {
  const { fill, compare } = comparing(rows, model, sort);
  fill(0, rows.length);
  // Numbers into one typed array: far quicker to sort than an array of objects.
  const places = Uint32Array.from(rows, (_, place) => place);
  places.sort(compare);
  return Array.from(places, (place) => rows[place] as T);
}

/**
 * The sort after a column's head was chosen: alone it decides and turns round the second time; with `add` it is joined to
 * the others, turns round, and leaves at the third time. Never empty.
 */
export function nextSort(sort: readonly SortBy[], column: string, add: boolean): readonly SortBy[] {
  const at = sort.findIndex((one) => one.column === column);
  const old = sort[at];
  if (!add) return [{ column, descending: old !== undefined && sort.length === 1 && !old.descending }];
  if (!old) return [...sort, { column, descending: false }];
  if (!old.descending) return sort.with(at, { column, descending: true });
  return sort.length > 1 ? sort.toSpliced(at, 1) : [{ column, descending: false }];
}
