import { memo, type MouseEvent } from "react";
import { cx } from "#ui/cx.ts";
import { Checkbox } from "#ui/input.tsx";
import type { Density } from "./url-state.ts";
import { ROLES } from "./roles.ts";
import type { Column } from "./column.ts";

type Props<T> = {
  id: string;
  row: T;
  columns: readonly Column<T>[];
  index: number;
  density: Density;
  /** Given where rows can be selected. */
  choose?: ((key: string, range: boolean) => void) | undefined;
  selected?: boolean | undefined;
  /** Given where a click on a row opens it beside the table. */
  open?: ((key: string) => void) | undefined;
  opened?: boolean | undefined;
  /** Pixels that rows which are not in the document would take above it. */
  gap?: number;
  /** Given where rows differ in height. */
  measure?: ((element: HTMLElement | null) => void) | undefined;
};

const ROW = "grid grid-cols-(--columns) items-center gap-x-3 border-b border-line px-4 md:px-5";

// The padding is taken back: it only leaves room for the focus ring, which a truncated cell would cut off.
const CELL = "-m-1 min-w-0 truncate p-1";

const CONTROLS = "a, button, input, label, [role='menu'], dialog, [role='dialog']";

function Row<T>(props: Props<T>) {
  const { id, row, columns, index, density, choose, selected, open, opened, gap = 0, measure } = props;
  const onClick = (event: MouseEvent) => {
    if (!(event.target as Element).closest(CONTROLS) && !getSelection()?.toString()) open?.(id);
  };
  return (
    <tr
      ref={measure}
      {...ROLES.row}
      aria-rowindex={index + 2}
      data-index={index}
      data-key={id}
      // A style of its own in each row would make the browser work out those of its cells anew.
      style={gap > 0 ? { marginTop: gap } : undefined}
      onClick={open && onClick}
      className={cx(
        ROW,
        density === "compact" ? "h-7" : "h-row",
        selected ? "bg-accent-soft" : "hover:bg-surface-hover",
        opened && "inset-ring inset-ring-accent",
      )}
    >
      {choose ? (
        <td {...ROLES.cell} className="check">
          <Checkbox
            aria-label={`Select ${columns[0]?.value?.(row) ?? id}`}
            checked={Boolean(selected)}
            onClick={(event) => choose(id, event.shiftKey)}
            onChange={() => undefined}
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td key={column.id} {...ROLES.cell} className={cx(CELL, column.place, column.className)}>
          {(column.cell ?? column.value)?.(row)}
        </td>
      ))}
    </tr>
  );
}

/** One row. It renders again only when its own row object, its place, its selection or the columns change. */
export const TableRow = memo(Row) as typeof Row;
