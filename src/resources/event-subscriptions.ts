import {
  EventSubscription,
  EventSubscriptionCreate,
  EventSubscriptionUpdate,
} from "#contract/event-subscription.ts";
import type { EventSource } from "#contract/event-source.ts";
import { resource } from "./resource.ts";

/** Event subscriptions (protocol-facts.md#event-subscriptions): which events are sent to which destinations. */
export const eventSubscriptions = resource({
  kind: "eventSubscription",
  path: "/event_subscriptions",
  key: "event_subscriptions",
  answer: EventSubscription,
  create: EventSubscriptionCreate,
  update: EventSubscriptionUpdate,
  nameOf: ({ description, id }) => description || id,
});

/** A source as it is sent: its address and its fault are the service’s. */
function sourceRequest({ type, fields, filter, sample }: EventSource) {
  return {
    type,
    ...(fields !== undefined && { fields }),
    ...(filter !== undefined && { filter }),
    ...(sample !== undefined && { sample }),
  };
}

/** What an answer shows of a subscription as it is sent, which names destinations by ID. What is not there stays out. */
export function subscriptionRequest<Shown extends Partial<EventSubscription>>({
  sources,
  destinations,
  ...others
}: Shown) {
  return {
    ...others,
    ...(sources && { sources: sources.map(sourceRequest) }),
    ...(destinations && { destination_ids: destinations.map(({ id }) => id) }),
  };
}
