import { Suspense, useRef, type CSSProperties } from "react";
import { lazyExport } from "#ui/lazy-export.ts";
import { rowProps, type Identified, type RowsProps } from "./column.ts";
import type { SortBy } from "./url-state.ts";
import { useNarrow } from "./narrow.ts";
import { ROLES } from "./roles.ts";
import { useRowKeys } from "./row-keys.ts";
import { sortWords, TableHead } from "./table-head.tsx";
import { TableRow } from "./table-row.tsx";
import type { VirtualBody as Body } from "./virtual-body.tsx";

type Props<T> = RowsProps<T> & {
  label: string;
  /** How many rows there are before search and filters: a long list stays virtual while it is narrowed. */
  total: number;
  sort: readonly SortBy[];
  onSort: (next: (sort: readonly SortBy[]) => readonly SortBy[]) => void;
};

/** From how many rows on only those in sight are in the document. The code for it is loaded with the first such table. */
const VIRTUAL_FROM = 60;
const VirtualBody = lazyExport(() => import("./virtual-body.tsx"), "VirtualBody") as unknown as typeof Body;

/**
 * The one table: virtualised over plain arrays with the window's own scroll, sticky head, explicit table roles with row
 * counts, stacked rows where the columns have no room, keys as {@link useRowKeys} says.
 */
export function ResourceTable<T extends Identified>({ label, total, sort, onSort, ...props }: Props<T>) {
  const { rows, columns, selection, open } = props;
  const table = useRef<HTMLTableElement>(null);
  const focused = useRowKeys(table, { count: rows.length, choose: selection?.choose, open });
  const widths = [
    ...(selection ? ["1rem"] : []),
    ...columns.map(({ width }) => (typeof width === "string" ? width : width(rows))),
  ];
  const stacked = useNarrow(needs(widths));
  const first = <PlainBody {...props} rows={rows.slice(0, VIRTUAL_FROM)} />;
  return (
    <>
      <table
        ref={table}
        {...ROLES.table}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        data-opens={open ? "" : undefined}
        data-stacked={stacked || undefined}
        style={{ "--columns": widths.join(" ") } as CSSProperties}
        className="-mx-4 block border-t border-line md:-mx-5"
      >
        <TableHead columns={columns} sort={sort} onSort={onSort} selection={selection} />
        {total <= VIRTUAL_FROM ? (
          first
        ) : (
          <Suspense fallback={first}>
            <VirtualBody {...props} focused={focused} stacked={stacked} />
          </Suspense>
        )}
      </table>
      <output className="sr-only">{sortWords(columns, sort)}</output>
    </>
  );
}

/** From which width of the window on, in rem, the columns fit: with gaps, padding, a scrollbar and the navigation beside them. */
function needs(widths: readonly string[]): number {
  let rem = 15.75;
  for (const width of widths) rem += 0.75 + Number.parseFloat(width.replace("minmax(", ""));
  return Math.max(45, rem);
}

function PlainBody<T extends Identified>(props: RowsProps<T>) {
  const { rows } = props;
  return (
    <tbody {...ROLES.rowgroup} className="block">
      {rows.map((row, index) => (
        <TableRow key={row.id} {...rowProps(props, row)} index={index} />
      ))}
    </tbody>
  );
}
