import { useMemo, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { Button } from "#ui/button.tsx";
import { capital } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { useTableState } from "./url-state.ts";
import { ListFrame, type Read } from "./list-frame.tsx";
import type { Column, Identified } from "./column.ts";
import type { Table } from "./define-table.ts";
import { ResourceTable } from "./resource-table.tsx";
import { textMatcher } from "./rows.ts";
import { Toolbar } from "./toolbar.tsx";
import type { PartialList } from "./use-list.ts";
import { useKept } from "./use-kept.ts";
import { useOrdered } from "./use-ordered.ts";
import { useSelection } from "./use-selection.ts";

const SelectionBar = lazyPart(() => import("./selection-bar.tsx"), "SelectionBar");
const openedRow = () => import("./opened-row.tsx");
const OpenedRow = lazyPart(openedRow, "OpenedRow");
const NoSuchRow = lazyPart(openedRow, "NoSuchRow");

export type Props<T> = {
  table: Table<T>;
  list: { query: Read; partial?: PartialList | undefined };
  rows: readonly T[];
  /** The menu at the end of a row. The same function at every render. */
  menu?: (row: T) => ReactNode;
  /** In place of the table when the whole list is there and has no rows: teaches the next step. */
  empty: ReactNode;
  /** Beside the way to clear search and filters, where no row matches them. */
  none?: ReactNode;
  /** In place of the words that no row matches, and of their number, while rows may come that do. */
  unsure?: ReactNode;
  /** Rows can be selected; `actions` are the buttons for those that are. */
  selection?: { actions: (rows: readonly T[], clear: () => void) => ReactNode };
  /** A row at a glance, opened beside the table by a click on it or by arrow right; `?open=` in the URL. */
  panel?: {
    title: (row: T) => ReactNode;
    /** `left`: it is no longer in the list. */
    render: (row: T, left: boolean) => ReactNode;
  };
};

/**
 * A list page's content: toolbar, states (loading, empty, error, stale), table, columns, density, sort, selection, export,
 * all in the URL.
 *
 * ```tsx
 * const poll = tunnels.every(10_000);
 * export function Component() {
 *   const list = useList(tunnels, poll);
 *   return (
 *     <Page title="Tunnels" crumbs={[{ label: "Tunnels" }]} freshness={<Freshness query={list.query} />}>
 *       <ResourceList table={tunnelTable} list={list} rows={list.items} empty={<NoTunnels />} />
 *     </Page>
 *   );
 * }
 * ```
 */
export function ResourceList<T extends Identified>(props: Props<T>) {
  const { table, list, rows, empty, panel } = props;
  const url = useTableState(table.schema);
  const { open } = url.state;
  const of = props as object as Props<Identified>;
  const beside = panel && open !== null && { of, id: open, onClose: () => url.change({ open: null }) };
  return (
    <>
      {beside ? <NoSuchRow {...beside} /> : null}
      <ListFrame noun={table.noun.many} query={list.query} some={rows.length > 0} empty={empty}>
        <Filled {...props} {...url} />
      </ListFrame>
      {beside ? <OpenedRow {...beside} /> : null}
    </>
  );
}

function Filled<T extends Identified>(props: Props<T> & ReturnType<typeof useTableState>) {
  const { table, list, rows, menu, selection, panel, state, change } = props;
  const { noun, model } = table;
  const { search, filters, sort, columns: chosen, open } = state;
  // Sorting is slow and filtering is quick: a typed letter only filters rows that are in order already.
  const { sorted, texts } = useOrdered({ rows, model, sort });
  const matching = useMemo(() => {
    if (search === "" && Object.keys(filters).length === 0) return sorted;
    const matches = textMatcher(model, { search, filters });
    return sorted.filter((row, index) => matches(row, texts[index] ?? ""));
  }, [sorted, texts, model, search, filters]);
  const shown = useKept(sorted, matching, model, state, useLocation().key);
  const columns = useMemo(
    () => (menu ? [...table.columns, menuColumn(menu)] : table.columns),
    [table.columns, menu],
  );
  const visible = useMemo(() => visibleColumns(columns, chosen), [columns, chosen]);
  const select = useSelection(shown);
  const unsure = (shown.length === 0 && props.unsure) || null;
  const toPanel = useMemo(
    () => (panel ? (key: string) => change({ open: key }) : undefined),
    [panel, change],
  );
  const showAll = () => change({ search: "", filters: {} });
  const selected = useMemo(() => {
    // Nothing or just what is shown: of a hundred thousand rows none is looked at again.
    if (select.keys.size === select.inSight && select.shown !== "some") return select.keys.size ? shown : [];
    return rows.filter(({ id }) => select.keys.has(id));
  }, [rows, shown, select]);
  return (
    <>
      <Toolbar
        noun={noun}
        partial={list.partial}
        unsure={unsure !== null}
        matching={matching.length}
        {...{ rows, shown, model, state, change, columns, visible }}
      />
      {unsure ? (
        unsure
      ) : shown.length === 0 ? (
        <p className="flex flex-wrap items-center gap-3 text-content-muted">
          No {noun.many} match.
          <Button size="sm" onClick={showAll}>
            Clear search and filters
          </Button>
          {props.none}
        </p>
      ) : (
        <ResourceTable
          label={capital(noun.many)}
          rows={shown}
          total={rows.length}
          columns={visible}
          density={state.density}
          sort={sort}
          onSort={(next) => change(({ sort }) => ({ sort: next(sort) }))}
          selection={selection ? select : undefined}
          opened={panel ? open : null}
          open={toPanel}
        />
      )}
      {selection && selected.length > 0 ? (
        <SelectionBar
          noun={noun}
          count={selected.length}
          shown={shown.length}
          selection={select}
          onShowAll={showAll}
        >
          {selection.actions(selected, select.clear)}
        </SelectionBar>
      ) : null}
    </>
  );
}

/** The chosen columns in their order; the first and the menu always. */
function visibleColumns<T>(
  columns: readonly Column<T>[],
  chosen: readonly string[] | null,
): readonly Column<T>[] {
  const known = columns.some(({ id }) => chosen?.includes(id)) ? chosen : null;
  return columns.filter(
    ({ id, hidden, place }, index) =>
      index === 0 || place === "menu" || (known ? known.includes(id) : !hidden),
  );
}

function menuColumn<T>(cell: (row: T) => ReactNode): Column<T> {
  return { id: "menu", head: "Actions", width: "2rem", place: "menu", cell };
}
