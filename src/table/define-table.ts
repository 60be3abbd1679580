import type { Column, Identified } from "./column.ts";
import type { RowModel, SortKey } from "./rows.ts";
import type { SortBy, TableSchema } from "./url-state.ts";

type Definition<T> = {
  /** In lower case: { one: "key", many: "keys" }. `many` names the table, its skeleton and its failures. */
  noun: { one: string; many: string };
  columns: readonly Column<T>[];
  defaultSort: SortBy;
  /** Orders rows that the chosen columns leave equal; their ids when left out. */
  tie?: (row: T) => SortKey;
  /** Rows that once matched search and filters go on doing so until these are touched, each under this name; null = not. */
  keep?: (row: T) => string | null;
};

/** A table of one kind of row: its columns, and what sorting, filters, search and the URL make of them. */
export type Table<T> = Pick<Definition<T>, "noun" | "columns"> & { model: RowModel<T>; schema: TableSchema };

/** Makes a table of its columns. Once, at module scope: rows are memoised on it. */
export function defineTable<T extends Identified>(definition: Definition<T>): Table<T> {
  const { noun, columns, defaultSort, keep, tie = ({ id }: T) => id } = definition;
  const facets = columns.flatMap(facetsOf).toSorted((a, b) => a.place - b.place);
  const sortKeys = Object.fromEntries(
    columns.flatMap((column) => {
      const keyOf = sortKeyOf(column);
      return keyOf ? [[column.id, keyOf] as const] : [];
    }),
  );
  const schema = {
    facets: facets.map(({ id }) => id),
    fixed: Object.fromEntries(facets.flatMap(({ id, values }) => (values ? [[id, values]] : []))),
    sortable: Object.keys(sortKeys),
    defaultSort,
  };
  return { noun, columns, model: { searchText: searchTextOf(columns), facets, sortKeys, tie, keep }, schema };
}

function facetsOf<T>({ id, head, value, facets = [] }: Column<T>) {
  const plain = (row: T) => String(value?.(row) ?? "") || "none";
  return (facets === true ? [{}] : facets).map((facet) => {
    const { of = plain, values, show, place = 0 } = facet;
    return { id: facet.id ?? id, label: facet.label ?? head, valueOf: of, values, show, place };
  });
}

function sortKeyOf<T>({ sort, value }: Column<T>): ((row: T) => SortKey) | undefined {
  if (sort === "value") return (row) => value?.(row) ?? "";
  if (sort === "lower") return (row) => String(value?.(row) ?? "").toLowerCase();
  return sort;
}

/** All that search looks at, in lower case, made once per row object. */
function searchTextOf<T extends object>(columns: readonly Column<T>[]): (row: T) => string {
  const texts = new WeakMap<T, string>();
  const textsOf = columns.flatMap(({ search, value }): ((row: T) => readonly unknown[])[] => {
    if (search === true) return [(row) => [value?.(row)]];
    return search ? [search] : [];
  });
  return (row) => {
    let text = texts.get(row);
    if (text === undefined) {
      text = textsOf
        .flatMap((of) => of(row))
        .join("\n")
        .toLowerCase();
      texts.set(row, text);
    }
    return text;
  };
}
