import { lazy, Suspense, useRef, type CSSProperties, type ReactNode } from "react";
import type { Density, SortBy } from "../url-state.ts";
import { ROLES } from "./roles.ts";
import { useRowKeys } from "./row-keys.ts";
import { sortWords, TableHead } from "./table-head.tsx";
import { TableRow } from "./table-row.tsx";
import type { TableSelection } from "./use-selection.ts";
import type { VirtualBody as Body } from "./virtual-body.tsx";

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

type Props<T> = RowsProps<T> & {
  label: string;
  /** How many rows there are before search and filters: a long list stays virtual while it is narrowed. */
  total: number;
  sort: readonly SortBy[];
  onSort: (sort: readonly SortBy[]) => void;
};

/** From how many rows on only those in sight are in the document. The code for it is loaded with the first such table. */
const VIRTUAL_FROM = 60;
const VirtualBody = lazy(async () => ({
  default: (await import("./virtual-body.tsx")).VirtualBody,
})) as unknown as typeof Body;

/**
 * The one table: virtualised over plain arrays with the window's own scroll, sticky head, explicit table roles with row
 * counts, stacked rows on narrow windows, keys as {@link useRowKeys} says.
 */
export function ResourceTable<T>({ label, total, sort, onSort, ...props }: Props<T>) {
  const { rows, columns, selection, open } = props;
  const table = useRef<HTMLTableElement>(null);
  const focused = useRowKeys(table, { count: rows.length, choose: selection?.choose, open });
  const widths = [...(selection ? ["1rem"] : []), ...columns.map(({ width }) => width)];
  const first = <PlainBody {...props} rows={rows.slice(0, VIRTUAL_FROM)} />;
  return (
    <>
      <table
        ref={table}
        {...ROLES.table}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        data-opens={open ? "" : undefined}
        style={{ "--columns": widths.join(" ") } as CSSProperties}
        className="-mx-4 block border-t border-line md:-mx-5"
      >
        <TableHead columns={columns} sort={sort} onSort={onSort} selection={selection} />
        {total <= VIRTUAL_FROM ? (
          first
        ) : (
          <Suspense fallback={first}>
            <VirtualBody {...props} focused={focused} />
          </Suspense>
        )}
      </table>
      <output className="sr-only">{sortWords(columns, sort)}</output>
    </>
  );
}

function PlainBody<T>(props: RowsProps<T>) {
  const { rows, keyOf } = props;
  return (
    <tbody {...ROLES.rowgroup} className="block">
      {rows.map((row, index) => (
        <TableRow key={keyOf(row)} {...rowProps(props, row)} index={index} />
      ))}
    </tbody>
  );
}

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
