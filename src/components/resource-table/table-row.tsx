import { memo } from "react";
import { cx } from "#ui/cx.ts";
import { ROLES } from "./roles.ts";
import type { Column } from "./resource-table.tsx";

type Props<T> = {
  id: string;
  row: T;
  columns: readonly Column<T>[];
  index: number;
  /** Pixels below the top of the body; without it the row is in the flow. */
  top?: number;
  /** Given where rows differ in height. */
  measure?: ((element: HTMLElement | null) => void) | undefined;
};

const PLACES = {
  lead: "max-md:order-1 max-md:flex-[1_1_8rem]",
  state: "max-md:order-2 max-md:ml-auto",
  sub: "max-md:order-4 max-md:text-xs max-md:text-content-muted",
  drop: "max-md:hidden",
  menu: "max-md:order-2 max-md:-mr-2 max-md:ml-auto",
};

const ROW =
  "border-b border-line hover:bg-surface-hover max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-0.5 max-md:px-4 max-md:py-2.5 max-md:after:order-3 max-md:after:basis-full md:grid md:h-row md:grid-cols-(--columns) md:items-center md:gap-x-3 md:px-5";

function Row<T>({ id, row, columns, index, top, measure }: Props<T>) {
  return (
    <tr
      ref={measure}
      {...ROLES.row}
      aria-rowindex={index + 2}
      data-index={index}
      data-key={id}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
      className={cx(top !== undefined && "absolute inset-x-0 top-0", ROW)}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          {...ROLES.cell}
          className={cx("min-w-0 truncate", PLACES[column.place], column.className)}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** One row. It renders again only when its own row object, its place or the columns change. */
export const TableRow = memo(Row) as typeof Row;
