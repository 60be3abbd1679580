import { SearchField } from "#table/search-field.tsx";
import { toggleFilter } from "#table/facet-counts.ts";
import type { ChangeTable, TableState } from "#table/url-state.ts";
import { FACETS, wordsOf } from "#traffic/traffic-filter.ts";
import type { TimeRange } from "#components/time-range.ts";
import { TimeRangeFields } from "#components/time-range-fields.tsx";
import { RefName } from "#components/ref-link-lookup.tsx";
import { Button } from "#ui/button.tsx";
import { FilterChip } from "#ui/filter-chip.tsx";
import type { MenuItems } from "#ui/menu-item.ts";
import { MenuButton } from "#ui/menu.tsx";

type Props = {
  state: TableState;
  change: ChangeTable;
  range: TimeRange;
  onRange: (name: keyof TimeRange, time: string | null) => void;
};
type Name = keyof typeof FACETS;

/** Chosen from a menu; the rest comes with links. */
const IN_MENU = ["outcome", "slow", "method"] as const;

/** Search, statuses at a click, the time, and the other facets: chosen ones as chips. All of it is in the URL. */
export function FilterBar({ state: { search, filters }, change, range, onRange }: Props) {
  const toggle = (facet: string, value: string) =>
    change((state) => ({ filters: toggleFilter(state.filters, facet, value) }));
  const items: MenuItems = IN_MENU.flatMap((name, index) => {
    const { label, values } = FACETS[name];
    return [
      ...(index > 0 ? ["separator" as const] : []),
      ...values.map((value) => ({
        label: "words" in FACETS[name] ? wordsOf(name, value) : `${label} ${value}`,
        icon: filters[name]?.includes(value) ? ("check" as const) : ("none" as const),
        onSelect: () => toggle(name, value),
      })),
    ];
  });
  return (
    <>
      <SearchField
        value={search}
        label="Search requests"
        placeholder="Search host, path, client"
        onChange={(text) => change({ search: text })}
      />
      <fieldset className="inline-flex gap-1">
        <legend className="sr-only">Status</legend>
        {FACETS.status.values.map((value) => (
          <Button
            key={value}
            size="sm"
            variant={filters["status"]?.includes(value) ? "default" : "ghost"}
            aria-pressed={filters["status"]?.includes(value) ?? false}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
            onClick={() => toggle("status", value)}
          >
            {value}
          </Button>
        ))}
      </fieldset>
      {Object.entries(FACETS).map(([name, { label }]) =>
        name === "status" || !filters[name] ? null : (
          <FilterChip
            key={name}
            label={label}
            onRemove={() =>
              change((now) => ({
                filters: Object.fromEntries(Object.entries(now.filters).filter(([id]) => id !== name)),
              }))
            }
          >
            {filters[name].map((value, index) => (
              <span key={value}>
                {index > 0 ? ", " : null}
                {"values" in FACETS[name as Name] ? wordsOf(name as Name, value) : <RefName id={value} />}
              </span>
            ))}
          </FilterChip>
        ),
      )}
      <MenuButton label="Filter" text="Filter" icon="plus" size="sm" align="start" items={items} />
      <TimeRangeFields range={range} onChange={onRange} />
    </>
  );
}
