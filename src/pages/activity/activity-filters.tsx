import { useRef } from "react";
import { useSearchParams } from "react-router-dom";
import type { EventWhere } from "#api/events.ts";
import type { Event } from "#contract/event.ts";
import { KIND_CHOICES } from "#activity/kind-words.ts";
import { OwnerName } from "#components/owner-name.tsx";
import { RefName } from "#components/ref-link-lookup.tsx";
import { TimeRangeFields } from "#components/time-range-fields.tsx";
import { withStored } from "#forms/choice-fields.tsx";
import { resourceOf } from "#resources/all.ts";
import { Button } from "#ui/button.tsx";
import { capital } from "#ui/format.ts";
import { FilterChip } from "#ui/filter-chip.tsx";
import { useKeyChoices } from "./key-choices.ts";

const SELECT =
  "h-control-sm w-40 min-w-0 rounded-md border border-line-control bg-surface-raised px-2 text-xs text-content focus-visible:rounded-md";

type Props = {
  where: EventWhere;
  /** What is listed, which names keys. */
  events: readonly Event[];
  /** What was deleted is called as its events name it. */
  nameOf: (id: string) => string | undefined;
};

/** What is shown: kind, key and time are chosen here, an object or a person by a link. All of it is in the URL. */
export function ActivityFilters({ where, events, nameOf }: Props) {
  const [, setParams] = useSearchParams();
  const keys = useKeyChoices(events);
  const bar = useRef<HTMLElement>(null);
  const set = (name: keyof EventWhere, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(name);
        if (value) next.set(name, value);
        return next;
      },
      { replace: name === "since" || name === "until" },
    );
  const clear = () => {
    setParams({});
    bar.current?.querySelector("select")?.focus();
  };
  return (
    <search ref={bar} aria-label="Filter activity" className="flex flex-wrap items-center gap-2">
      <Choice
        label="Kind"
        any="All kinds"
        value={where.resource}
        onChoose={(value) => set("resource", value)}
      >
        {withStored(KIND_CHOICES, [where.resource ?? ""])}
      </Choice>
      <Choice
        label="Key"
        any="All keys"
        value={where.credential}
        onChoose={(value) => set("credential", value)}
      >
        {withStored(keys, [where.credential ?? ""])}
      </Choice>
      <TimeRangeFields range={where} onChange={set} />
      {where.object_id === undefined ? null : (
        <FilterChip label={kindLabel(where.object_id)} onRemove={() => set("object_id", null)}>
          <RefName id={where.object_id} otherwise={nameOf(where.object_id)} />
        </FilterChip>
      )}
      {where.edge_id === undefined ? null : (
        <FilterChip label="Edge and its routes" onRemove={() => set("edge_id", null)}>
          <RefName id={where.edge_id} otherwise={nameOf(where.edge_id)} />
        </FilterChip>
      )}
      {where.ip_policy_id === undefined ? null : (
        <FilterChip label="Policy and its rules" onRemove={() => set("ip_policy_id", null)}>
          <RefName id={where.ip_policy_id} otherwise={nameOf(where.ip_policy_id)} />
        </FilterChip>
      )}
      {where.principal === undefined ? null : (
        <FilterChip label="By" onRemove={() => set("principal", null)}>
          <OwnerName id={where.principal} look="short" />
        </FilterChip>
      )}
      {where.type === undefined ? null : (
        <FilterChip label="Event type" onRemove={() => set("type", null)}>
          {where.type}
        </FilterChip>
      )}
      {Object.keys(where).length === 0 ? null : (
        <Button size="sm" variant="ghost" onClick={clear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** "Event destination", as what it names. */
const kindLabel = (id: string) => capital(resourceOf(id)?.noun.one ?? "object");

type ChoiceProps = {
  label: string;
  any: string;
  value: string | undefined;
  onChoose: (value: string) => void;
  children: readonly { value: string; label: string }[];
};

function Choice({ label, any, value = "", onChoose, children }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      className={SELECT}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="">{any}</option>
      {children.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </select>
  );
}
