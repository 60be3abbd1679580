import { useNavigate } from "react-router-dom";
import { kindNoun } from "#activity/kind-words.ts";
import { CreateDialog } from "#components/create-dialog.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { DestinationsField } from "#components/destinations-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { EVENT_KINDS } from "#contract/events/catalogue.ts";
import type { EventSubscriptionCreate } from "#contract/event-subscription.ts";
import { ChecksField, type Choice } from "#forms/choice-fields.tsx";
import { eventSubscriptions } from "#resources/event-subscriptions.ts";
import { groupBy } from "#resources/group-by.ts";
import { href } from "#resources/paths.ts";
import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { capital } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";

type Values = { description: string; sources: string[]; destination_ids: string[]; metadata: string };

const DEFAULTS: Values = { description: "", sources: [], destination_ids: [], metadata: "" };

/** What this service fires, by what it is about: the three verbs of a kind are chosen together. */
const GROUPS = groupBy(
  EVENT_KINDS.filter(({ written }) => written),
  ({ type, family }) => (family === "audit" ? type.replace(/_(?:created|updated|deleted)\.v\d+$/, "") : type),
);
const TRAFFIC: Readonly<Record<string, string>> = {
  "http_request_complete.v0": "HTTP requests",
  "tcp_connection_closed.v0": "TCP connections",
};
const SOURCES: readonly Choice[] = [...GROUPS.keys()]
  .map((group) => ({ value: group, label: TRAFFIC[group] ?? capital(kindNoun(group).many) }))
  .toSorted(
    (a, b) => Number(b.value in TRAFFIC) - Number(a.value in TRAFFIC) || a.label.localeCompare(b.label),
  );

/** The request for what was chosen. */
export function bodyOf({ description, metadata, sources, destination_ids }: Values): EventSubscriptionCreate {
  return {
    ...writtenTexts({ description, metadata }),
    sources: sources.flatMap((group) => (GROUPS.get(group) ?? []).map(({ type }) => ({ type }))),
    destination_ids,
  };
}

/** Creates a subscription over the list. */
export function Component() {
  const { create } = useWrites(eventSubscriptions);
  const navigate = useNavigate();
  const toast = useToast();
  const close = () => void navigate(href.eventSubscriptions(), { replace: true });
  return (
    <CreateDialog
      of={eventSubscriptions}
      one="subscription"
      description="Sends events from now on, in order, until they arrive"
      defaults={DEFAULTS}
      bodyOf={bodyOf}
      create={create}
      onMade={(made) => {
        toast({ tone: "ok", text: `Subscription “${eventSubscriptions.nameOf(made)}” created` });
        close();
      }}
      onClose={close}
    >
      <DescriptionField placeholder="Changes for the security team" />
      <ChecksField
        name="sources"
        label="Events"
        choices={SOURCES}
        hint="What is created, updated and deleted"
      />
      <DestinationsField />
      <MetadataField />
    </CreateDialog>
  );
}
