import {
  defaultKeyExtractor,
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
} from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { rowProps, type Identified, type RowsProps } from "./column.ts";
import { ROLES } from "./roles.ts";
import { TableRow } from "./table-row.tsx";

// By another name, because the linter refuses this hook for the React Compiler's sake, which this build does not use.
const useWindowRows = useWindowVirtualizer;

const ROW_PX = { comfortable: 36, compact: 28 };
const STACKED_PX = 66;
const OVERSCAN = 8;

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

/** The rows of a long table: only those in sight are in the document, and the one that holds the focus. */
export function VirtualBody<T extends Identified>(
  props: RowsProps<T> & { focused: string | null; stacked: boolean },
) {
  const { rows, density, focused, stacked } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const rowPx = stacked ? STACKED_PX : ROW_PX[density];
  const top = useTop(body);
  const kept = useMemo(
    () => (focused === null ? -1 : rows.findIndex(({ id }) => id === focused)),
    [focused, rows],
  );
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      return kept < 0 || indexes.includes(kept) ? indexes : [...indexes, kept].toSorted((a, b) => a - b);
    },
    [kept],
  );
  // Stable, or the virtualizer lays out every row of the list again at each scroll.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const estimateSize = useCallback(() => rowPx, [rowPx]);
  const virtualizer = useWindowRows({
    count: rows.length,
    estimateSize,
    overscan: OVERSCAN,
    scrollMargin: top,
    // Only heights that are measured belong to a row: else none of a long list is asked for its id when it changes.
    getItemKey: stacked ? getItemKey : defaultKeyExtractor,
    rangeExtractor,
  });
  useLayoutEffect(() => {
    // Heights measured in the other layout are worthless.
    if (rowPx > 0) virtualizer.measure();
  }, [virtualizer, rowPx]);
  const items = virtualizer.getVirtualItems();
  return (
    <tbody
      ref={body}
      {...ROLES.rowgroup}
      // Rows in the flow below one padding (decisions/console/virtual-rows.md); the virtualizer itself keeps what is read in its place.
      className="block [overflow-anchor:none]"
      style={{ height: virtualizer.getTotalSize(), paddingTop: (items[0]?.start ?? top) - top }}
    >
      {items.map(({ index, start }, at) => {
        const row = rows[index];
        return row === undefined ? null : (
          <TableRow
            key={row.id}
            {...rowProps(props, row)}
            index={index}
            gap={start - (items[at - 1]?.end ?? start)}
            measure={stacked ? virtualizer.measureElement : undefined}
          />
        );
      })}
    </tbody>
  );
}
