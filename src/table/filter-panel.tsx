import { useMemo } from "react";
import { formatCount } from "#ui/format.ts";
import { Checkbox } from "#ui/input.tsx";
import type { TableState } from "./url-state.ts";
import { FloatPanel } from "./float-panel.tsx";
import { facetCounts, toggleFilter } from "./facet-counts.ts";
import type { Facet, RowModel } from "./rows.ts";

/** How many values of a facet are listed; the rest is found by search. */
const MOST = 100;

/** Chooses values of facets; says how many rows each would show. */
export function FilterPanel<T>(props: {
  id: string;
  anchor: HTMLElement;
  facets: readonly Facet<T>[];
  rows: readonly T[];
  model: RowModel<T>;
  state: TableState;
  onFilters: (filters: TableState["filters"]) => void;
  onClose: (refocus: boolean) => void;
}) {
  const { id, anchor, rows, model, state, onFilters, facets, onClose } = props;
  const { search, filters } = state;
  const counts = useMemo(() => facetCounts(rows, model, { search, filters }), [rows, model, search, filters]);
  return (
    <FloatPanel id={id} label="Filter" anchor={anchor} align="start" onClose={onClose}>
      {facets.map((facet) => {
        const values = counts[facet.id] ?? [];
        return (
          <fieldset key={facet.id} className="not-first:mt-3">
            <legend className="pb-1 text-xs text-content-muted">{facet.label}</legend>
            {values.slice(0, MOST).map(({ value, count }) => (
              <div key={value} className="flex h-control-sm items-center gap-2">
                <Checkbox
                  label={<span className="truncate">{facet.show?.(value) ?? (value || "none")}</span>}
                  checked={filters[facet.id]?.includes(value) ?? false}
                  onChange={() => onFilters(toggleFilter(filters, facet.id, value))}
                />
                <span className="ml-auto text-xs text-content-faint">{formatCount(count)}</span>
              </div>
            ))}
            {values.length > MOST ? (
              <p className="text-xs text-content-muted">
                {formatCount(values.length - MOST)} more. Search to find them.
              </p>
            ) : null}
          </fieldset>
        );
      })}
    </FloatPanel>
  );
}
