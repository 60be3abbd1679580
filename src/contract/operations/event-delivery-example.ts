import type * as z from "zod/mini";
import { EventDeliveryList, EventResendCreate, FailedEventList } from "../event-delivery.ts";
import { eventDeliveryOperations, eventDestinationOperations } from "./event-destinations.ts";
import { eventSourceOperations, eventSubscriptionOperations } from "./event-subscriptions.ts";

const url = "https://hooks.example.com/gatehouse";
const type = "http_request_complete.v0";
const chosen = {
  fields: ["conn.client_ip", "http.request.url.path", "http.response.status_code"],
  filter: "ev.conn.server_port == 443",
  sample: 0.1,
};

type Texts = { description: string; metadata: string };
type Reference = { id: string; uri: string };
type Given = {
  texts: Texts;
  made: Texts & { created_at: string };
  destination: Reference;
  subscription: Reference;
  deliveryId: string;
  eventId: string;
};

/** The examples of what is sent where, and of what becomes of it. */
export function eventDeliveryExamples(given: Given): [z.ZodMiniType, Record<string, unknown>][] {
  const { texts, made, destination, subscription, deliveryId, eventId } = given;
  const target = { webhook: { url } };
  const fault = "Nothing is sent: the filter has an unknown field: ev.conn.port";
  const source = { type, uri: `${subscription.uri}/sources/${type}`, ...chosen, fault };
  const subscribed = { ...texts, sources: [{ type, ...chosen }], destination_ids: [destination.id] };
  const failed = {
    id: deliveryId,
    event_id: eventId,
    event_type: type,
    destination_id: destination.id,
    subscription_id: subscription.id,
    attempts: 9,
    reason: "The webhook answered 500",
    failed_at: made.created_at,
  };
  const delivery = {
    uri: `${destination.uri}/delivery`,
    due: 0,
    failed: 1,
    lost: 0,
    last_sent_at: made.created_at,
    last_failure_at: made.created_at,
    last_failure: failed.reason,
  };
  return [
    [
      eventDestinationOperations.get.answer,
      {
        ...destination,
        ...made,
        format: "json",
        target: { firehose: null, kinesis: null, cloudwatch_logs: null, ...target, file: null },
      },
    ],
    [eventDestinationOperations.create.body, { ...texts, format: "json", target }],
    [eventDestinationOperations.update.body, { ...texts, format: "json", target }],
    [
      eventSubscriptionOperations.get.answer,
      { ...subscription, ...made, sources: [source], destinations: [destination] },
    ],
    [eventSubscriptionOperations.create.body, subscribed],
    [eventSubscriptionOperations.update.body, subscribed],
    [eventSourceOperations.get.answer, source],
    [eventSourceOperations.create.body, { type, ...chosen }],
    [eventSourceOperations.update.body, chosen],
    [eventSourceOperations.list.answer, { sources: [source], uri: `${subscription.uri}/sources` }],
    [eventDeliveryOperations.get.answer, delivery],
    [EventDeliveryList.shape.event_deliveries.def.element, { id: destination.id, ...delivery }],
    [eventDeliveryOperations.test.answer, { event_id: eventId, delivered: true, reason: null, took_ms: 84 }],
    [eventDeliveryOperations.resend.answer, { uri: destination.uri, count: 1 }],
    [EventResendCreate, { ids: [deliveryId] }],
    [FailedEventList.shape.failed_events.def.element, failed],
  ];
}
