import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from "react";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import type { TableState } from "../url-state.ts";
import { ROLES } from "./roles.ts";
import { TableRow } from "./table-row.tsx";
import type { VirtualBody as Body } from "./virtual-body.tsx";

/** A column. Define columns once, at module scope: rows are memoised on them. */
export type Column<T> = {
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
  className?: string;
};

type Props<T> = {
  label: string;
  rows: readonly T[];
  keyOf: (row: T) => string;
  columns: readonly Column<T>[];
  sort: TableState["sort"];
  onSort: (sort: TableState["sort"]) => void;
};

/** From how many rows on only those in sight are in the document. The code for it is loaded with the first such table. */
const VIRTUAL_FROM = 100;
const VirtualBody = lazy(async () => ({
  default: (await import("./virtual-body.tsx")).VirtualBody,
})) as unknown as typeof Body;

/** The key of the row that holds the focus; on the way, arrow keys move it from row to row. */
function useRowFocus(ref: RefObject<HTMLElement | null>): string | null {
  const [focused, setFocused] = useState<string | null>(null);
  useEffect(() => {
    const body = ref.current;
    if (!body) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const keyOf = (target: EventTarget | null) =>
      target instanceof Element && body.contains(target) ? (rowOf(target)?.dataset["key"] ?? null) : null;
    body.addEventListener("keydown", (event) => moveBetweenRows(body, event), { signal });
    body.addEventListener("focusin", (event) => setFocused(keyOf(event.target)), { signal });
    body.addEventListener("focusout", (event) => setFocused(keyOf(event.relatedTarget)), { signal });
    return () => stop.abort();
  }, [ref]);
  return focused;
}

/**
 * The one table: virtualised over plain arrays with the window's own scroll, sticky head, explicit table roles with row
 * counts, stacked rows on narrow windows. Arrow up and down move between the rows' links; Enter follows them.
 */
export function ResourceTable<T>({ label, rows, keyOf, columns, sort, onSort }: Props<T>) {
  const table = useRef<HTMLTableElement>(null);
  const focused = useRowFocus(table);
  const tracks = { "--columns": columns.map(({ width }) => width).join(" ") } as CSSProperties;
  const first = <PlainBody rows={rows.slice(0, VIRTUAL_FROM)} keyOf={keyOf} columns={columns} />;
  return (
    <table
      ref={table}
      {...ROLES.table}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      style={tracks}
      className="-mx-4 block border-t border-line md:-mx-5"
    >
      <Head columns={columns} sort={sort} onSort={onSort} />
      {rows.length <= VIRTUAL_FROM ? (
        first
      ) : (
        <Suspense fallback={first}>
          <VirtualBody rows={rows} keyOf={keyOf} columns={columns} focused={focused} />
        </Suspense>
      )}
    </table>
  );
}

function PlainBody<T>({ rows, keyOf, columns }: Pick<Props<T>, "rows" | "keyOf" | "columns">) {
  return (
    <tbody {...ROLES.rowgroup} className="block">
      {rows.map((row, index) => (
        <TableRow key={keyOf(row)} id={keyOf(row)} row={row} columns={columns} index={index} />
      ))}
    </tbody>
  );
}

const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 };

const rowOf = (element: Element) => element.closest<HTMLElement>('[role="row"]');

function moveBetweenRows(body: HTMLElement, event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const target = event.target as Element;
  const row = rowOf(target);
  if (!step || !row || target.closest('[role="menu"], [aria-haspopup]')) return;
  const index = Number(row.dataset["index"]) + step;
  const link = body.querySelector<HTMLElement>(`[data-index="${index}"] a`);
  if (!link) return;
  event.preventDefault();
  link.focus();
}

function Head<T>({ columns, sort, onSort }: Pick<Props<T>, "columns" | "sort" | "onSort">) {
  return (
    <thead
      {...ROLES.rowgroup}
      className="block bg-surface text-xs text-content-muted max-md:sr-only md:sticky md:top-0 md:z-10"
    >
      <tr
        {...ROLES.row}
        aria-rowindex={1}
        className="grid h-row-head grid-cols-(--columns) items-center gap-x-3 border-b border-line px-5"
      >
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  );
}

function HeadCell<T>({ column, sort, onSort }: { column: Column<T> } & Pick<Props<T>, "sort" | "onSort">) {
  const { id, head, sortedHead, sortable } = column;
  const sorted = sort.column === id;
  if (!sortable)
    return (
      <th {...ROLES.columnheader} className="truncate">
        {id === "menu" ? <span className="sr-only">{head}</span> : head}
      </th>
    );
  return (
    <th
      {...ROLES.columnheader}
      aria-sort={sorted ? (sort.descending ? "descending" : "ascending") : "none"}
      className="min-w-0"
    >
      <button
        type="button"
        onClick={() => onSort({ column: id, descending: sorted && !sort.descending })}
        className={cx(
          "inline-flex max-w-full items-center gap-1",
          sorted ? "text-content" : "hover:text-content",
        )}
      >
        <span className="truncate">{(sorted && !sort.descending && sortedHead) || head}</span>
        {sorted ? <Icon name={sort.descending ? "down" : "up"} size={12} /> : null}
      </button>
    </th>
  );
}
