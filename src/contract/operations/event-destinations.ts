import {
  EventDelivery,
  EventDeliveryList,
  EventResend,
  EventResendCreate,
  EventTest,
} from "../event-delivery.ts";
import { PageQuery } from "../common.ts";
import {
  EventDestination,
  EventDestinationCreate,
  EventDestinationList,
  EventDestinationUpdate,
} from "../event-destination.ts";
import { FailedEventList, FailedEventQuery } from "../event-delivery.ts";
import { operation } from "./operation.ts";
import { crudOperations, ITEM_ERRORS } from "./resource.ts";

const path = "/event_destinations";
const tag = "Event destinations";
const targetErrors = [
  "formatUnknown",
  "targetMissing",
  "targetsSeveral",
  "targetAuthMissing",
  "targetAuthsSeveral",
  "roleArnInvalid",
  "arnPartition",
  "arnService",
  "arnInvalid",
  "arnResource",
] as const;

/** protocol-facts.md#event-destinations: where events are sent. */
export const eventDestinationOperations = crudOperations({
  id: "EventDestinations",
  path,
  tag,
  list: EventDestinationList,
  answer: EventDestination,
  create: EventDestinationCreate,
  update: EventDestinationUpdate,
  summaries: {
    create:
      "Create an event destination. Secrets are never answered; the signing secret of a webhook that is created for it is, once.",
    list: "List event destinations, newest first.",
    get: "Get an event destination.",
    update:
      "Change an event destination. A target that is sent replaces the old one, and its kind stays. A secret that you omit stays.",
    remove: "Delete an event destination that no subscription uses, and what was still to be sent to it.",
  },
  errors: {
    create: targetErrors,
    update: [...targetErrors, "targetKindFixed"],
    remove: ["destinationInUse"],
  },
});

/** Extensions: what becomes of what is sent. */
export const eventDeliveryOperations = {
  get: operation({
    id: "EventDeliveryGet",
    method: "GET",
    path: "/event_destinations/{id}/delivery",
    summary: "Get how many events are still to be sent to a destination, how many failed, and why.",
    tag,
    status: 200,
    answer: EventDelivery,
    errors: ITEM_ERRORS,
  }),
  list: operation({
    id: "EventDeliveryList",
    method: "GET",
    path: "/event_deliveries",
    summary: "List the same of every destination, by its ID, newest first.",
    tag,
    query: PageQuery,
    status: 200,
    answer: EventDeliveryList,
    errors: ["limitInvalid", "valueInvalid"],
  }),
  test: operation({
    id: "EventDestinationsTest",
    method: "POST",
    path: "/event_destinations/{id}/test",
    summary: "Send a test event to a destination now, and say what came of it.",
    tag,
    status: 200,
    answer: EventTest,
    errors: ITEM_ERRORS,
  }),
  resend: operation({
    id: "EventDestinationsResend",
    method: "POST",
    path: "/event_destinations/{id}/resend",
    summary: "Send failed events to a destination again: those named, or all.",
    tag,
    body: EventResendCreate,
    status: 200,
    answer: EventResend,
    errors: ITEM_ERRORS,
  }),
  failed: operation({
    id: "FailedEventsList",
    method: "GET",
    path: "/failed_events",
    summary: "List the events that could not be sent, newest first, and why.",
    tag,
    query: FailedEventQuery,
    status: 200,
    answer: FailedEventList,
    errors: ["limitInvalid", "valueInvalid"],
  }),
} as const;
