import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { EVENT_KINDS, type EventKind } from "#contract/events/catalogue.ts";
import { href } from "#resources/paths.ts";
import { defineTable } from "#table/define-table.ts";
import { ResourceList } from "#table/resource-list.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { Pill } from "#ui/status.tsx";
import { countOf, eventCounts } from "#resources/event-counts.ts";

type Row = EventKind & { id: string; count: number | null };

const FAMILIES = { traffic: "Traffic", audit: "Audit" } as const;

const table = defineTable<Row>({
  noun: { one: "event type", many: "event types" },
  columns: [
    {
      id: "type",
      head: "Event",
      width: "17rem",
      place: "lead",
      value: ({ type }) => type,
      sort: "value",
      // By a field, the events that have it are found.
      search: ({ type, fields }) => [type, ...fields.map(({ name }) => name)],
      cell: ({ type }) => (
        <Link to={href.event(type)} className="truncate font-mono text-xs font-strong hover:underline">
          {type}
        </Link>
      ),
    },
    {
      id: "fires",
      head: "Fires when",
      width: "minmax(12rem, 1fr)",
      place: "sub",
      className: "in-data-stacked:whitespace-normal in-data-stacked:[&_.truncate]:whitespace-normal",
      value: ({ fires }) => fires,
      search: true,
      cell: ({ fires, extension }) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate" title={fires}>
            {fires}
          </span>
          {extension ? <Pill>This service only</Pill> : null}
        </span>
      ),
    },
    {
      id: "family",
      head: "Family",
      width: "6rem",
      place: "drop",
      value: ({ family }) => FAMILIES[family],
      sort: "value",
      facets: true,
    },
    {
      id: "fields",
      head: "Fields",
      width: "5rem",
      place: "drop",
      value: ({ fields }) => fields.length,
      sort: "value",
      cell: ({ fields }) => (fields.length > 0 ? formatCount(fields.length) : "Unknown"),
    },
    {
      id: "count",
      head: "Last 24 hours",
      width: "8rem",
      place: "state",
      value: ({ count }) => count,
      sort: ({ count }) => count ?? -1,
      facets: [
        {
          id: "fired",
          label: "Fired lately",
          values: ["yes", "no"],
          of: ({ count }) => (count ? "yes" : "no"),
        },
      ],
      cell: ({ count, written }) =>
        count === null ? (
          <span className="text-content-faint">{written ? "Unknown" : "Not fired here"}</span>
        ) : (
          formatCount(count)
        ),
    },
  ],
  defaultSort: { column: "count", descending: true },
  tie: ({ type }) => type,
});

/** /events, the catalogue: every kind of event that the service or its family can fire. */
export function Component() {
  const query = useQuery(eventCounts);
  const rows = useMemo(
    () => EVENT_KINDS.map((kind): Row => ({ ...kind, id: kind.type, count: countOf(kind, query.data) })),
    [query.data],
  );
  return (
    <Page
      title="Event types"
      subtitle="What each event says, and how often it fired in the last 24 hours."
      crumbs={[{ label: "Event types" }]}
      freshness={<Freshness query={query} />}
      actions={<ButtonLink to={href.eventFilters()}>Try a filter</ButtonLink>}
    >
      {query.data === null ? <Note>This service can’t list how often events fired.</Note> : null}
      <ResourceList table={table} list={{ query }} rows={rows} empty={null} />
    </Page>
  );
}
