import type { ComponentProps, ReactNode } from "react";
import { ROLES } from "#table/roles.ts";
import { Panel } from "#ui/panel.tsx";

type Column<T> = {
  head: string;
  cell: (row: T) => ReactNode;
  className?: string;
  titleOf?: (row: T) => string | undefined;
};

type Props<T> = Pick<ComponentProps<typeof Panel>, "footer"> & {
  title: string;
  /** The class of the grid on wide windows; on narrow ones the first cell of a row has a line of its own. */
  grid: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** In place of the rows when there are none. */
  empty: string;
};

/** A short table in a panel. */
export function PanelTable<T>({ title, footer, grid, columns, rows, keyOf, empty }: Props<T>) {
  const row = `grid border-line px-4 ${grid} md:items-center md:gap-3`;
  return (
    <Panel title={title} count={rows.length} footer={footer}>
      {rows.length === 0 ? (
        <p className="p-4 text-content-muted">{empty}</p>
      ) : (
        <table {...ROLES.table} aria-label={title} className="block">
          <thead {...ROLES.rowgroup} className="block text-xs text-content-muted max-md:sr-only">
            <tr {...ROLES.row} className={`${row} h-row-head border-b`}>
              {columns.map(({ head }) => (
                <th key={head} {...ROLES.columnheader}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...ROLES.rowgroup} className="block">
            {rows.map((one) => (
              <tr
                key={keyOf(one)}
                {...ROLES.row}
                className={`${row} min-h-row not-last:border-b md:py-1.5 max-md:flex max-md:flex-wrap max-md:gap-x-3 max-md:py-1 max-md:*:leading-6 max-md:*:first:basis-full max-md:*:not-first:text-xs/6`}
              >
                {columns.map(({ head, cell, className, titleOf }) => (
                  <td key={head} {...ROLES.cell} className={className} title={titleOf?.(one)}>
                    {cell(one)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
