import { EventSource, EventSourceCreate, EventSourceList, EventSourceUpdate } from "../event-source.ts";
import {
  EventSubscription,
  EventSubscriptionCreate,
  EventSubscriptionList,
  EventSubscriptionUpdate,
} from "../event-subscription.ts";
import { operation } from "./operation.ts";
import { crudOperations, ITEM_ERRORS } from "./resource.ts";

const tag = "Event subscriptions";
const listErrors = ["eventTypeUnknown", "filterInvalid", "sourceTaken", "destinationUnknown"] as const;

/** protocol-facts.md#event-subscriptions: which events are sent to which destinations. */
export const eventSubscriptionOperations = crudOperations({
  id: "EventSubscriptions",
  path: "/event_subscriptions",
  tag,
  list: EventSubscriptionList,
  answer: EventSubscription,
  create: EventSubscriptionCreate,
  update: EventSubscriptionUpdate,
  summaries: {
    create: "Create an event subscription: which events are sent to which destinations, from now on.",
    list: "List event subscriptions, newest first.",
    get: "Get an event subscription.",
    update: "Change an event subscription. Sources and destinations that are sent replace the old ones.",
    remove: "Delete an event subscription. What was to be sent before is still sent.",
  },
  errors: { create: listErrors, update: listErrors },
});

const sources = "/event_subscriptions/{subscription_id}/sources";
const source = `${sources}/{type}` as const;
const SOURCE_ERRORS = [...ITEM_ERRORS, "sourceUnknown"] as const;

/** protocol-facts.md#event-subscriptions: one kind of event of a subscription. */
export const eventSourceOperations = {
  create: operation({
    id: "EventSourcesCreate",
    method: "POST",
    path: sources,
    summary: "Add a kind of event to a subscription.",
    tag,
    body: EventSourceCreate,
    status: 201,
    answer: EventSource,
    errors: [...ITEM_ERRORS, "eventTypeUnknown", "filterInvalid", "sourceTaken"],
  }),
  list: operation({
    id: "EventSourcesList",
    method: "GET",
    path: sources,
    summary: "List the kinds of events of a subscription, all on one page.",
    tag,
    status: 200,
    answer: EventSourceList,
    errors: ITEM_ERRORS,
  }),
  get: operation({
    id: "EventSourcesGet",
    method: "GET",
    path: source,
    summary: "Get a kind of event of a subscription.",
    tag,
    status: 200,
    answer: EventSource,
    errors: SOURCE_ERRORS,
  }),
  update: operation({
    id: "EventSourcesUpdate",
    method: "PATCH",
    path: source,
    summary: "Change what is sent of a kind of event. Fields that are not sent stay as they are.",
    tag,
    body: EventSourceUpdate,
    status: 200,
    answer: EventSource,
    errors: [...SOURCE_ERRORS, "filterInvalid"],
  }),
  remove: operation({
    id: "EventSourcesDelete",
    method: "DELETE",
    path: source,
    summary: "Remove a kind of event from a subscription.",
    tag,
    status: 204,
    errors: SOURCE_ERRORS,
  }),
} as const;
