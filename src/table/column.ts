import type { ReactNode } from "react";
import type { SortKey } from "./rows.ts";
import type { Density } from "./url-state.ts";
import type { TableSelection } from "./use-selection.ts";

/** What a row of a table has: an id, which is its key. */
export type Identified = { readonly id: string };

/** What an exported row is made of. */
export type JsonObject = { readonly [name: string]: unknown };

type Value = string | number | null | undefined;

/** A column, with all that sorting, filters, search and export take from it. */
export type Column<T> = {
  id: string;
  head: string;
  /** Head while the table is sorted by it, where that says more. */
  sortedHead?: string;
  /** A grid track: "8rem", "minmax(0, 1fr)"; by the rows where what they say needs more or less. */
  width: string | ((rows: readonly T[]) => string);
  /** Where it goes when rows are stacked, for want of room: first line left or right, the small line, or nowhere. */
  place: "lead" | "state" | "sub" | "drop" | "menu";
  /** Not shown until it is chosen. */
  hidden?: boolean;
  className?: string;
  /** What it says, plain: its cell, export, order, search and filter, where those name nothing of their own. */
  value?: (row: T) => Value;
  cell?: (row: T) => ReactNode;
  /** Rows can be ordered by it: by the value, by the value in lower case, or by a key of its own. */
  sort?: "value" | "lower" | ((row: T) => SortKey);
  /** Search looks at its value, or at these texts. */
  search?: true | ((row: T) => readonly (string | null | undefined)[]);
  /** Rows can be filtered by it: by its values, or in these ways. */
  facets?: true | readonly ColumnFacet<T>[];
  /** What it adds to an exported row; its value under its id when left out. */
  exports?: (row: T) => JsonObject;
};

/** A way to filter by a column: every row has one value. */
type ColumnFacet<T> = {
  /** Its name in the URL and its label; those of the column when left out. */
  id?: string;
  label?: string;
  /** The column's value, or "none", when left out. */
  of?: (row: T) => string;
  /** How a value is shown; as it is when left out. */
  show?: (value: string) => ReactNode;
  /** All there are, where the choice is fixed: any other value in a URL is not understood. */
  values?: readonly string[];
  /** Its place among the filters: 0 when left out, lower ones first, equal ones in the order of their columns. */
  place?: number;
};

/** How the rows of a table are drawn, whichever body draws them. */
export type RowsProps<T> = {
  rows: readonly T[];
  columns: readonly Column<T>[];
  density: Density;
  selection?: TableSelection | undefined;
  /** Key of the row that is open beside the table. */
  opened?: string | null;
  open?: ((key: string) => void) | undefined;
};

/** What a row takes from its table. */
export function rowProps<T extends Identified>(props: RowsProps<T>, row: T) {
  const { columns, density, selection, opened, open } = props;
  const { id } = row;
  return {
    id,
    row,
    columns,
    density,
    choose: selection?.choose,
    selected: selection?.keys.has(id),
    open,
    opened: opened === id,
  };
}
