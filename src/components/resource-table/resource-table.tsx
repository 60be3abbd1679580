import { defaultRangeExtractor, useWindowVirtualizer, type Range } from "@tanstack/react-virtual";
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from "react";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import type { TableState } from "../url-state.ts";
import { ROLES } from "./roles.ts";
import { TableRow } from "./table-row.tsx";

/** A column. Define columns once, at module scope: rows are memoised on them. */
export type Column<T> = {
  id: string;
  head: string;
  /** Head while the table is sorted by it, where that says more. */
  sortedHead?: string;
  /** A grid track: "8rem", "minmax(0, 1fr)". */
  width: string;
  /** Where it goes when rows are stacked (under 720 px): first line left or right, the small line, or nowhere. */
  place: "lead" | "state" | "sub" | "drop";
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

// By another name, because the linter refuses this hook for the React Compiler's sake, which this build does not use.
const useWindowRows = useWindowVirtualizer;

const ROW_PX = 36;
const STACKED_PX = 66;
const OVERSCAN = 12;

function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = globalThis.matchMedia?.("(width < 45rem)");
      media?.addEventListener("change", listener);
      return () => media?.removeEventListener("change", listener);
    },
    () => globalThis.matchMedia?.("(width < 45rem)").matches ?? false,
  );
}

/** How far below the top of the document the rows begin; follows whatever grows or shrinks above them. */
function useTop(body: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    if (!globalThis.ResizeObserver) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    for (let node = body.current?.parentElement; node; node = node.parentElement) {
      for (const sibling of node.children) if (!sibling.contains(body.current)) observer.observe(sibling);
      if (node.tagName === "MAIN") break;
    }
    return () => observer.disconnect();
  }, [body]);
  return top;
}

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
  const body = useRef<HTMLTableSectionElement>(null);
  const narrow = useNarrow();
  const rowPx = narrow ? STACKED_PX : ROW_PX;
  const top = useTop(body);
  const focused = useRowFocus(body);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      const kept = focused === null ? -1 : rows.findIndex((row) => keyOf(row) === focused);
      return kept < 0 || indexes.includes(kept) ? indexes : [...indexes, kept].toSorted((a, b) => a - b);
    },
    [focused, rows, keyOf],
  );
  const virtualizer = useWindowRows({
    count: rows.length,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    rangeExtractor,
  });
  useLayoutEffect(() => {
    // Heights measured in the other layout are worthless.
    if (rowPx > 0) virtualizer.measure();
  }, [virtualizer, rowPx]);

  const tracks = { "--columns": columns.map(({ width }) => width).join(" ") } as CSSProperties;
  return (
    <table
      {...ROLES.table}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      style={tracks}
      className="-mx-4 block border-t border-line md:-mx-5"
    >
      <Head columns={columns} sort={sort} onSort={onSort} />
      <tbody
        ref={body}
        {...ROLES.rowgroup}
        className="relative block"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <TableRow
              key={key}
              id={String(key)}
              row={row}
              columns={columns}
              index={index}
              top={start - top}
              measure={narrow ? virtualizer.measureElement : undefined}
            />
          );
        })}
      </tbody>
    </table>
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
        className="grid h-row-head grid-cols-(--columns) items-center gap-x-4 border-b border-line px-5"
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
        <span className="truncate">{(sorted && sortedHead) || head}</span>
        {sorted ? <Icon name={sort.descending ? "down" : "up"} size={12} /> : null}
      </button>
    </th>
  );
}
