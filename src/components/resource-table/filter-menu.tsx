import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Button, IconButton } from "#ui/button.tsx";
import { floatBeside } from "#ui/float.ts";
import { formatCount } from "#ui/format.ts";
import { Checkbox } from "#ui/input.tsx";
import type { TableState } from "../url-state.ts";
import { facetCounts, toggleFilter, type Facet, type RowModel } from "./rows.ts";

type Props<T> = {
  rows: readonly T[];
  model: RowModel<T>;
  state: TableState;
  onFilters: (filters: TableState["filters"]) => void;
};

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
  const expanded = (facet: string | null) => ({
    "aria-expanded": open !== null && open.facet === facet,
    "aria-controls": open?.facet === facet ? id : undefined,
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
              {...expanded(facet.id)}
              onClick={toggle(facet.id)}
              className="h-full min-w-0 truncate px-2 hover:bg-surface-hover"
            >
              <span className="text-content-muted">{facet.label}</span> {values.join(", ")}
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
      <Button variant="ghost" size="sm" icon="plus" {...expanded(null)} onClick={toggle(null)}>
        Filter
      </Button>
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
    </>
  );
}

function FilterPanel<T>(
  props: Props<T> & {
    id: string;
    anchor: HTMLElement;
    facets: readonly Facet<T>[];
    onClose: (refocus: boolean) => void;
  },
) {
  const { rows, model, state, onFilters, facets, anchor, onClose } = props;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current) floatBeside(ref.current, anchor, "start");
    ref.current?.querySelector("input")?.focus();
  }, [anchor]);
  useEffect(() => {
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!ref.current?.contains(target) && !anchor.contains(target)) onClose(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape") onClose(true);
    };
    document.addEventListener("keydown", escape);
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("keydown", escape);
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  });
  return (
    <section
      ref={ref}
      id={props.id}
      aria-label="Filter"
      className="inset-auto m-0 max-h-[60dvh] w-64 max-w-[calc(100vw-1rem)] overflow-auto rounded-md bg-surface-raised p-3 text-content shadow-float"
    >
      {facets.map((facet) => (
        <fieldset key={facet.id} className="not-first:mt-3">
          <legend className="pb-1 text-xs text-content-muted">{facet.label}</legend>
          {facetCounts(rows, model, state, facet).map(({ value, count }) => (
            <div key={value} className="flex h-control-sm items-center gap-2">
              <Checkbox
                label={<span className="truncate">{value}</span>}
                checked={state.filters[facet.id]?.includes(value) ?? false}
                onChange={() => onFilters(toggleFilter(state.filters, facet.id, value))}
              />
              <span className="ml-auto text-xs text-content-faint">{formatCount(count)}</span>
            </div>
          ))}
        </fieldset>
      ))}
    </section>
  );
}
