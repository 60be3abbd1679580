import {
  EventSubscription,
  EventSubscriptionCreate,
  EventSubscriptionUpdate,
} from "#contract/event-subscription.ts";
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
  moreOf: ({ sources }) => sources.map(({ type }) => type),
});
