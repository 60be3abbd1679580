import { HistoryPanel } from "#activity/lazy-history-panel.ts";
import { CopyObject } from "#components/copy-object.tsx";
import { MetadataPanel } from "#components/metadata.tsx";
import type { EventDestination } from "#contract/event-destination.ts";
import { kindOfTarget } from "#contract/event-target.ts";
import { eventDestinations, TARGET_WORDS, targetText } from "#resources/event-destinations.ts";
import { href } from "#resources/paths.ts";
import { useWrites } from "#resources/writes.ts";
import { defineTable } from "#table/define-table.ts";
import { idColumn } from "#table/id-column.tsx";
import { ObjectPage } from "#table/object-page.tsx";
import { createdColumn, nameColumn } from "#table/plain-columns.tsx";
import { useList } from "#table/use-list.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Properties } from "#ui/properties.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { DeliveryPanel } from "./delivery-panel.tsx";

const poll = eventDestinations.every(30_000);
const PANEL = {
  title: eventDestinations.nameOf,
  render: (destination: EventDestination) => <Detail destination={destination} />,
};
function kindWords({ target }: EventDestination): string {
  const kind = kindOfTarget(target);
  return kind ? TARGET_WORDS[kind] : "Other";
}

const table = defineTable<EventDestination>({
  noun: eventDestinations.noun,
  columns: [
    nameColumn("Destination", eventDestinations.nameOf),
    {
      id: "kind",
      head: "Kind",
      width: "7rem",
      place: "state",
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
    { ...idColumn(), place: "drop", hidden: true },
    createdColumn(),
  ],
  defaultSort: { column: "created", descending: true },
});

/** /event-destinations: where events are sent, and how that goes. */
export function Component() {
  const list = useList(eventDestinations, poll);
  const { remove } = useWrites(eventDestinations);
  return (
    <ObjectPage
      resource={eventDestinations}
      newNoun="destination"
      table={table}
      list={list}
      rows={list.items}
      panel={PANEL}
      newTo={href.eventDestinationNew()}
      absentWords="It has none."
      empty={
        <EmptyState title="No event destinations yet">
          <p>Events are sent to a webhook, a file or a stream. Create one, then subscribe it to events.</p>
        </EmptyState>
      }
      removal={{
        words: <p>What waits for it is not sent any more. This can’t be undone.</p>,
        remove: ({ id }) => remove(id),
      }}
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
