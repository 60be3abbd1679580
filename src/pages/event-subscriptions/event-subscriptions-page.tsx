import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { HistoryPanel } from "#activity/lazy-history-panel.ts";
import { CopyObject } from "#components/copy-object.tsx";
import { MetadataPanel } from "#components/metadata.tsx";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import type { EventSubscription } from "#contract/event-subscription.ts";
import { tryFilter } from "#filters/try-filter.ts";
import {
  deliveryOf,
  deliveryStatus,
  useDeliveries,
  worstOf,
  type DeliveryState,
} from "#resources/event-deliveries.ts";
import { eventDestinations } from "#resources/event-destinations.ts";
import { eventSubscriptions } from "#resources/event-subscriptions.ts";
import { href } from "#resources/paths.ts";
import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { defineTable } from "#table/define-table.ts";
import { idColumn } from "#table/id-column.tsx";
import { ObjectPage } from "#table/object-page.tsx";
import { createdColumn, nameColumn } from "#table/plain-columns.tsx";
import { useList } from "#table/use-list.ts";
import { Link } from "react-router-dom";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { counted } from "#ui/format.ts";
import { Properties } from "#ui/properties.tsx";
import { Status } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";

const poll = eventSubscriptions.every(30_000);
/** A subscription and, once they are known, what its destinations are called and at. */
type Row = EventSubscription & {
  item: EventSubscription;
  to: readonly string[];
  states: readonly DeliveryState[];
};
const PANEL = {
  title: eventSubscriptions.nameOf,
  render: ({ item }: Row) => <Detail subscription={item} />,
};

const NO_EVENTS = { tone: "warn", text: "No events" } as const;
const NO_DESTINATION = { tone: "warn", text: "No destination" } as const;
const statusOf = ({ sources, states }: Row) =>
  sources.length === 0 ? NO_EVENTS : states.length === 0 ? NO_DESTINATION : worstOf(states);

const table = defineTable<Row>({
  noun: eventSubscriptions.noun,
  columns: [
    { ...nameColumn("Subscription", eventSubscriptions.nameOf), width: "minmax(12rem, 2fr)" },
    {
      id: "status",
      head: "Status",
      width: "9rem",
      place: "state",
      value: (row) => statusOf(row).text,
      sort: "value",
      facets: true,
      cell: (row) => {
        const { tone, text } = statusOf(row);
        return <Status tone={tone}>{text}</Status>;
      },
    },
    {
      id: "destinations",
      head: "Sends to",
      width: "minmax(10rem, 1fr)",
      place: "sub",
      value: ({ to }) => to.join(", "),
      sort: "lower",
      search: true,
    },
    {
      id: "sources",
      head: "Events",
      width: "7.5rem",
      place: "drop",
      value: ({ sources }) => sources.map(({ type }) => type).join(" "),
      search: true,
      cell: ({ sources }) => counted(sources.length, "event type"),
    },
    { ...idColumn(), place: "sub", hidden: true },
    createdColumn(),
  ],
  defaultSort: { column: "created", descending: true },
});

/** /event-subscriptions: which events are sent to which destinations. */
export function Component() {
  const list = useList(eventSubscriptions, poll);
  const { creation, remove } = useWrites(eventSubscriptions);
  const { data: destinations } = useQuery(eventDestinations.query);
  const deliveries = useDeliveries();
  const rows = useMemo(() => {
    const names = new Map(destinations?.map((one) => [one.id, eventDestinations.nameOf(one)]));
    return list.items.map((one): Row => ({
      ...one,
      item: one,
      to: one.destinations.map(({ id }) => names.get(id) ?? id),
      states: one.destinations.map(({ id }) => deliveryStatus(deliveryOf(deliveries, id))),
    }));
  }, [list.items, destinations, deliveries]);
  return (
    <ObjectPage
      resource={eventSubscriptions}
      newNoun="subscription"
      table={table}
      list={list}
      rows={rows}
      panel={PANEL}
      newTo={href.eventSubscriptionNew()}
      absentWords="It has none."
      empty={
        <EmptyState title="No event subscriptions yet">
          <p>
            A subscription sends chosen events to destinations: a webhook, a file or a stream.{" "}
            <Link to={href.eventDestinationNew()} className="link inline-flex min-h-6 items-center">
              Create a destination
            </Link>{" "}
            first.
          </p>
        </EmptyState>
      }
      removal={{
        words: <p>Its events are no longer sent. Undo restores it with a new ID.</p>,
        remove: ({ id }) => remove(id),
        undo: ({ description, metadata, sources, destinations }) =>
          creation({
            ...writtenTexts({ description, metadata }),
            sources: sources.map(({ type, fields, filter, sample }) => ({ type, fields, filter, sample })),
            destination_ids: destinations.map(({ id }) => id),
          }),
      }}
    />
  );
}

function TryFilter({ to }: { to: string | null }) {
  return to === null ? null : (
    <Link to={to} className="link inline-flex min-h-6 items-center font-sans">
      Try its filter
    </Link>
  );
}

function Detail({ subscription }: { subscription: EventSubscription }) {
  const { id, sources, destinations, created_at: created, metadata } = subscription;
  return (
    <>
      <Properties
        rows={[
          {
            label: "Sends to",
            value:
              destinations.length === 0 ? (
                <Status tone="warn">No destination: nothing is sent</Status>
              ) : (
                <ul>
                  {destinations.map((reference) => (
                    <li key={reference.id}>
                      <RefLookup reference={reference} withId={false} />
                    </li>
                  ))}
                </ul>
              ),
          },
          {
            label: "Events",
            value:
              sources.length === 0 ? (
                <Status tone="warn">No events: nothing is sent</Status>
              ) : (
                <ul className="font-mono text-xs">
                  {sources.map((source) => (
                    <li key={source.type} className="flex flex-wrap gap-x-3">
                      <Link to={href.event(source.type)} className="link inline-flex min-h-6 items-center">
                        {source.type}
                      </Link>
                      <TryFilter to={tryFilter(source)} />
                    </li>
                  ))}
                </ul>
              ),
          },
          { label: "ID", value: <CopyId id={id} /> },
          { label: "Created", value: <RelativeTime at={created} /> },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={href.eventSubscriptionEdit(id)}>Edit subscription</ButtonLink>
        <CopyObject of={eventSubscriptions} object={subscription} />
      </div>
      <MetadataPanel text={metadata} />
      <HistoryPanel id={id} />
    </>
  );
}
