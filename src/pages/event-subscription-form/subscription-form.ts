import { SOURCES } from "#activity/source-words.ts";
import {
  type EventSubscription,
  type EventSubscriptionCreate,
  EventSubscriptionUpdate,
} from "#contract/event-subscription.ts";
import type { Issue } from "#contract/error.ts";
import { parse } from "#contract/issues.ts";
import { plainForm } from "#editing/plain-form.ts";
import type { JsonObject } from "#forms/json.ts";
import { subscriptionRequest } from "#resources/event-subscriptions.ts";
import { FIELD_LABELS } from "#resources/field-labels.ts";
import { writtenTexts } from "#resources/texts.ts";

/** A kind of event that is sent. What is typed for a share and is none stays a text. */
export type Source = { type: string; fields?: string[]; filter?: string; sample?: number | string };

type Values = {
  description: string;
  sources: Source[];
  destination_ids: string[];
  metadata: string;
};

/** A subscription before anything is written or chosen. */
export const EMPTY: Values = { description: "", sources: [], destination_ids: [], metadata: "" };

/** The request that creates what was chosen. A share that is none is refused by the contract, at its source. */
export function bodyOf({ description, metadata, sources, ...others }: Values): EventSubscriptionCreate {
  return {
    ...writtenTexts({ description, metadata }),
    sources: sources as EventSubscriptionCreate["sources"],
    ...others,
  };
}

/** What a new subscription can't be without: it would send nothing. */
export const unchosenIn = ({ sources: events, destination_ids: to }: Values): Issue[] => [
  ...(events.length > 0 ? [] : [{ path: ["sources"], message: "is required. Select at least one event" }]),
  ...(to.length > 0 ? [] : [{ path: ["destination_ids"], message: "is required. Select or create one" }]),
];

const { description, sources, metadata } = FIELD_LABELS.eventSubscription;

const form = plainForm<Values>({
  title: "Subscription",
  labels: { description, sources, destination_ids: "Send to", metadata },
  empty: EMPTY,
  shows: {
    sources: SOURCES,
    destination_ids: { show: (ids) => (Array.isArray(ids) && ids.length > 0 ? ids.join("\n") : "none") },
  },
  check: (_, changes) =>
    Object.keys(changes).length === 0 ? [] : (parse(EventSubscriptionUpdate, changes).issues ?? []),
});

/** The form of a subscription, whose answers name their destinations and sources by address. */
export const subscriptionForm: typeof form = {
  ...form,
  editableOf: (object: JsonObject) => {
    const { sources: all = [], destinations = [] } = object as unknown as Partial<EventSubscription>;
    return { ...form.editableOf(object), ...subscriptionRequest({ sources: all, destinations }) };
  },
};
