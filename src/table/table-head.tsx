import type { KeyboardEvent } from "react";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { Checkbox } from "#ui/input.tsx";
import type { SortBy } from "./url-state.ts";
import type { Column } from "./column.ts";
import { ROLES } from "./roles.ts";
import { nextSort } from "./rows.ts";
import type { TableSelection } from "./use-selection.ts";

type Props<T> = {
  columns: readonly Column<T>[];
  sort: readonly SortBy[];
  /** Told how the order follows from the one before. */
  onSort: (next: (sort: readonly SortBy[]) => readonly SortBy[]) => void;
  selection?: TableSelection | undefined;
};

/** The heads of the columns. A click sorts; with Shift (also by keyboard) the column joins those that sort already. */
export function TableHead<T>({ columns, sort, onSort, selection }: Props<T>) {
  return (
    <thead {...ROLES.rowgroup} className="sticky top-0 z-10 block bg-surface text-xs text-content-muted">
      <tr
        {...ROLES.row}
        aria-rowindex={1}
        className="grid h-row-head grid-cols-(--columns) items-center gap-x-3 border-b border-line px-5"
      >
        {selection ? (
          <th {...ROLES.columnheader}>
            <Checkbox
              aria-label="Select all that match"
              checked={selection.shown === "all"}
              indeterminate={selection.shown === "some"}
              onChange={selection.chooseAll}
            />
          </th>
        ) : null}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  );
}

function HeadCell<T>({ column, sort, onSort }: { column: Column<T> } & Pick<Props<T>, "sort" | "onSort">) {
  const { id, head, sortedHead, place } = column;
  const at = sort.findIndex((one) => one.column === id);
  const by = sort[at];
  if (!column.sort)
    return (
      <th {...ROLES.columnheader} className="truncate">
        {place === "menu" ? <span className="sr-only">{head}</span> : head}
      </th>
    );
  const choose = (add: boolean) => onSort((before) => nextSort(before, id, add));
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    choose(true);
  };
  const direction = by?.descending ? "descending" : "ascending";
  return (
    <th {...ROLES.columnheader} aria-sort={at === 0 ? direction : "none"} className="min-w-0">
      <button
        type="button"
        title="Sort. Hold Shift to add to the current sort."
        onClick={(event) => choose(event.shiftKey)}
        onKeyDown={onKeyDown}
        className={cx(
          "inline-flex max-w-full items-center gap-1",
          by ? "text-content" : "hover:text-content",
        )}
      >
        <span className="truncate">{(at === 0 && !by?.descending && sortedHead) || head}</span>
        {by ? <Icon name={by.descending ? "down" : "up"} size={12} /> : null}
        {by && sort.length > 1 ? (
          <span className="text-content-faint">
            {at + 1}
            <span className="sr-only">, {direction}</span>
          </span>
        ) : null}
      </button>
    </th>
  );
}

/** The order in words: "Sorted by Version, descending, then Agent". */
export function sortWords<T>(columns: readonly Column<T>[], sort: readonly SortBy[]): string {
  const words = sort.map(({ column, descending }) => {
    const head = columns.find(({ id }) => id === column)?.head ?? column;
    return descending ? `${head}, descending` : head;
  });
  return `Sorted by ${words.join(", then ")}`;
}
