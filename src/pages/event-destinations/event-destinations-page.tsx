import { useMemo } from "react";
import { HistoryPanel } from "#activity/lazy-history-panel.ts";
import { CopyObject } from "#components/copy-object.tsx";
import { UserList } from "#components/used-by.tsx";
import { MetadataPanel } from "#components/metadata.tsx";
import type { EventDelivery } from "#contract/event-delivery.ts";
import type { EventDestination } from "#contract/event-destination.ts";
import { kindOfTarget } from "#contract/event-target.ts";
import { deliveryOf, deliveryStatus, useDeliveries } from "#resources/event-deliveries.ts";
import { eventDestinations, TARGET_WORDS, targetText } from "#resources/event-destinations.ts";
import { href } from "#resources/paths.ts";
import { NOT_SHOWN } from "#resources/texts.ts";
import { defineTable } from "#table/define-table.ts";
import { idColumn } from "#table/id-column.tsx";
import { ObjectPage } from "#table/object-page.tsx";
import { createdColumn, nameColumn } from "#table/plain-columns.tsx";
import { useList } from "#table/use-list.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { Properties } from "#ui/properties.tsx";
import { Status } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { DeliveryPanel } from "./delivery-panel.tsx";
import { useSubscribers } from "./use-subscribers.ts";

const DeleteDestinationDialog = lazyPart(
  () => import("./delete-destination-dialog.tsx"),
  "DeleteDestinationDialog",
);
const poll = eventDestinations.every(30_000);
/** A destination and, once it is known, how it does. */
type Row = EventDestination & { item: EventDestination; delivery: EventDelivery | null | undefined };
const PANEL = {
  title: eventDestinations.nameOf,
  render: ({ item }: Row) => <Detail destination={item} />,
};
const REMOVAL = {
  dialog: ({ item }: Row, onClose: () => void) => (
    <DeleteDestinationDialog destination={item} onClose={onClose} />
  ),
};
function kindWords({ target }: EventDestination): string {
  const kind = kindOfTarget(target);
  return kind ? TARGET_WORDS[kind] : "Other";
}

const table = defineTable<Row>({
  noun: eventDestinations.noun,
  columns: [
    nameColumn("Destination", eventDestinations.nameOf),
    {
      id: "status",
      head: "Status",
      width: "9rem",
      place: "state",
      value: ({ delivery }) => deliveryStatus(delivery).text,
      sort: "value",
      facets: true,
      cell: ({ delivery }) => {
        const { tone, text } = deliveryStatus(delivery);
        return <Status tone={tone}>{text}</Status>;
      },
    },
    {
      id: "kind",
      head: "Kind",
      width: "7rem",
      place: "drop",
      value: kindWords,
      sort: "value",
      facets: true,
    },
    {
      id: "target",
      head: "Sends to",
      width: "minmax(12rem, 2fr)",
      place: "sub",
      className: "font-mono text-xs",
      value: targetText,
      search: true,
      sort: "lower",
    },
    { ...idColumn(), place: "sub", hidden: true },
    createdColumn(),
  ],
  defaultSort: { column: "created", descending: true },
});

/** /event-destinations: where events are sent, and how that goes. */
export function Component() {
  const list = useList(eventDestinations, poll);
  const deliveries = useDeliveries();
  const rows = useMemo(
    () => list.items.map((one): Row => ({ ...one, item: one, delivery: deliveryOf(deliveries, one.id) })),
    [list.items, deliveries],
  );
  return (
    <ObjectPage
      resource={eventDestinations}
      newNoun="destination"
      table={table}
      list={list}
      rows={rows}
      panel={PANEL}
      newTo={href.eventDestinationNew()}
      absentWords="It has none."
      empty={
        <EmptyState title="No event destinations yet">
          <p>Events are sent to a webhook, a file or a stream. Create one, then subscribe it to events.</p>
        </EmptyState>
      }
      removal={REMOVAL}
    />
  );
}

function Detail({ destination }: { destination: EventDestination }) {
  const { id, created_at: created, metadata } = destination;
  return (
    <>
      <Properties
        rows={[
          { label: "Kind", value: kindWords(destination) },
          { label: "Sends to", value: <span className="font-mono text-xs">{targetText(destination)}</span> },
          { label: "Used by", value: <Subscribers id={id} /> },
          { label: "ID", value: <CopyId id={id} /> },
          { label: "Created", value: <RelativeTime at={created} /> },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={href.eventDestinationEdit(id)}>Edit destination</ButtonLink>
        <CopyObject of={eventDestinations} object={destination} />
      </div>
      <DeliveryPanel id={id} />
      <MetadataPanel text={metadata} />
      <HistoryPanel id={id} />
    </>
  );
}

function Subscribers({ id }: { id: string }) {
  const { users, pending, isRead } = useSubscribers(id);
  if (users.length > 0) return <UserList users={users} />;
  if (pending) return <span className="text-content-muted">Loading…</span>;
  return isRead ? "No subscription" : NOT_SHOWN;
}
