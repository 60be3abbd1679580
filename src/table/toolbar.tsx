import { lazy, Suspense, useId, useState } from "react";
import { Button } from "#ui/button.tsx";
import { counted, formatCount } from "#ui/format.ts";
import type { ChangeTable, TableState } from "./url-state.ts";
import { Filters } from "./filter-menu.tsx";
import type { Column, Identified } from "./column.ts";
import type { RowModel } from "./rows.ts";
import { SearchField } from "./search-field.tsx";
import type { PartialList } from "./use-list.ts";
import { lazyPart } from "#ui/lazy-export.ts";

const load = () => import("./view-panel.tsx");
const Progress = lazyPart<"Progress", PartialList & { total: string }>(load, "Progress");
const ViewPanel = lazy(async () => ({ default: (await load()).ViewPanel })) as unknown as Awaited<
  ReturnType<typeof load>
>["ViewPanel"];

/** What the table shows and how, for the parts that change it. */
export type TableView<T> = {
  /** What the rows are called. */
  noun: { one: string; many: string };
  rows: readonly T[];
  /** The rows that search and filters choose, in order, and those that stay although they have changed since. */
  shown: readonly T[];
  /** How many match now. */
  matching: number;
  columns: readonly Column<T>[];
  /** The columns that are chosen. */
  visible: readonly Column<T>[];
  state: TableState;
  change: ChangeTable;
};

type Props<T> = TableView<T> & { model: RowModel<T>; partial: PartialList | undefined; unsure: boolean };

/** Search, filters, what they cover, and the view. */
export function Toolbar<T extends Identified>({ model, partial, unsure, ...view }: Props<T>) {
  const { noun, rows, shown, matching, state, change } = view;
  const total = formatCount(rows.length);
  const chosen = state.search !== "" || Object.keys(state.filters).length > 0;
  return (
    <search aria-label={`Search ${noun.many}`} className="flex flex-wrap items-center gap-2">
      <SearchField
        value={state.search}
        label={`Search ${noun.many}`}
        placeholder={`Search ${counted(rows.length, noun)}${partial ? " loaded so far" : ""}`}
        onChange={(search) => change({ search })}
      />
      {model.facets.length > 0 ? (
        <Filters {...{ rows, model, state }} onFilters={(filters) => change({ filters })} />
      ) : null}
      {partial ? <Progress total={total} {...partial} /> : null}
      <div className="ml-auto flex items-center gap-2">
        <output className="text-xs text-content-muted">
          {chosen && !unsure ? `${formatCount(matching)} of ${total} match` : ""}
          {shown.length > matching ? `, ${formatCount(shown.length - matching)} changed` : ""}
        </output>
        <View {...view} />
      </div>
    </search>
  );
}

function View<T extends Identified>(view: TableView<T>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon="columns"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onPointerEnter={() => void load()}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      >
        View
      </Button>
      <Suspense>
        {anchor ? (
          <ViewPanel
            {...view}
            id={id}
            anchor={anchor}
            onClose={(refocus) => {
              if (refocus) anchor.focus();
              setAnchor(null);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
