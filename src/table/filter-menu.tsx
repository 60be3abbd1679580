import { Fragment, lazy, Suspense, useId, useState } from "react";
import { Button, IconButton } from "#ui/button.tsx";
import type { TableState } from "./url-state.ts";
import type { RowModel } from "./rows.ts";

type Props<T> = {
  rows: readonly T[];
  model: RowModel<T>;
  state: TableState;
  onFilters: (filters: TableState["filters"]) => void;
};

const load = () => import("./filter-panel.tsx");
const FilterPanel = lazy(async () => ({ default: (await load()).FilterPanel })) as unknown as Awaited<
  ReturnType<typeof load>
>["FilterPanel"];

/** The chosen filters as chips ("Region eu, us ×"), and the menu that chooses them. */
export function Filters<T>({ rows, model, state, onFilters }: Props<T>) {
  const [open, setOpen] = useState<{ anchor: HTMLElement; facet: string | null } | null>(null);
  const id = useId();
  const toggle = (facet: string | null) => (event: { currentTarget: HTMLElement }) => {
    const anchor = event.currentTarget;
    setOpen((before) => (before?.anchor === anchor ? null : { anchor, facet }));
  };
  const close = (refocus: boolean) => {
    if (refocus) open?.anchor.focus();
    setOpen(null);
  };
  const trigger = (facet: string | null) => ({
    "aria-expanded": open !== null && open.facet === facet,
    "aria-controls": open?.facet === facet ? id : undefined,
    onClick: toggle(facet),
    onPointerEnter: () => void load(),
  });
  return (
    <>
      {model.facets.map((facet) => {
        const values = state.filters[facet.id];
        return values ? (
          <span
            key={facet.id}
            className="inline-flex h-control-sm max-w-full items-center rounded-md border border-line-control bg-surface-raised text-xs"
          >
            <button
              type="button"
              {...trigger(facet.id)}
              className="h-full min-w-0 truncate px-2 hover:bg-surface-hover"
            >
              <span className="text-content-muted">{facet.label}</span>
              {values.map((value, at) => (
                <Fragment key={value}>
                  {at ? ", " : " "}
                  {facet.show?.(value) ?? value}
                </Fragment>
              ))}
            </button>
            <IconButton
              icon="x"
              label={`Remove filter ${facet.label}`}
              size="sm"
              onClick={() =>
                onFilters(Object.fromEntries(Object.entries(state.filters).filter(([id]) => id !== facet.id)))
              }
            />
          </span>
        ) : null;
      })}
      <Button variant="ghost" size="sm" icon="plus" {...trigger(null)}>
        Filter
      </Button>
      <Suspense>
        {open ? (
          <FilterPanel
            key={open.facet}
            id={id}
            anchor={open.anchor}
            facets={open.facet ? model.facets.filter((facet) => facet.id === open.facet) : model.facets}
            onClose={close}
            {...{ rows, model, state, onFilters }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
