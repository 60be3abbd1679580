import type { ReactNode } from "react";
import type { Density } from "./url-state.ts";
import type { TableSelection } from "./use-selection.ts";

/** A column. Define columns once, at module scope: rows are memoised on them. */
export type Column<T> = {
  /** "menu" is the column of a row's menu. */
  id: string;
  head: string;
  /** Head while the table is sorted by it, where that says more. */
  sortedHead?: string;
  /** A grid track: "8rem", "minmax(0, 1fr)". */
  width: string;
  /** Where it goes when rows are stacked (under 720 px): first line left or right, the small line, or nowhere. */
  place: "lead" | "state" | "sub" | "drop" | "menu";
  cell: (row: T) => ReactNode;
  sortable?: boolean;
  /** Not shown until it is chosen. */
  hidden?: boolean;
  className?: string;
  /** Names in an exported row of what it shows; its id when left out. */
  exports?: readonly string[];
};

/** How the rows of a table are drawn, whichever body draws them. */
export type RowsProps<T> = {
  rows: readonly T[];
  keyOf: (row: T) => string;
  columns: readonly Column<T>[];
  density: Density;
  selection?: TableSelection | undefined;
  /** Key of the row that is open beside the table. */
  opened?: string | null;
  open?: ((key: string) => void) | undefined;
};

/** What a row takes from its table. */
export function rowProps<T>(props: RowsProps<T>, row: T) {
  const { keyOf, columns, density, selection, opened, open } = props;
  const id = keyOf(row);
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
