import * as z from "zod/mini";
import { listOf, Timestamp } from "./answer.ts";
import { idOf, PageQuery } from "./common.ts";

/** GET /event_destinations/{id}/delivery: how a destination does. An extension. */
export const EventDelivery = z.looseObject({
  uri: z.string(),
  /** Events that are still to be sent. */
  due: z.int(),
  /** Events that were given up. */
  failed: z.int(),
  /** Traffic events that were not kept for it, since too many waited. */
  lost: z.int(),
  last_sent_at: z.nullable(Timestamp),
  last_failure_at: z.nullable(Timestamp),
  last_failure: z.nullable(z.string()),
});
export type EventDelivery = z.infer<typeof EventDelivery>;

/** The same of a destination by its id, in GET /event_deliveries. An extension. */
export const DestinationDelivery = z.extend(EventDelivery, { id: z.string() });
export type DestinationDelivery = z.infer<typeof DestinationDelivery>;
export const EventDeliveryList = listOf("event_deliveries", DestinationDelivery);

/** An event that was given up, and why. */
const FailedEvent = z.looseObject({
  id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  destination_id: z.string(),
  subscription_id: z.string(),
  attempts: z.int(),
  reason: z.string(),
  failed_at: Timestamp,
});

/** GET /failed_events. An extension. */
export const FailedEventList = listOf("failed_events", FailedEvent);
export type FailedEventList = z.infer<typeof FailedEventList>;

export const FailedEventQuery = z.extend(PageQuery, {
  destination_id: z.optional(idOf("eventDestination")),
});

const RESENT_MAX = 1_000;

/** POST /event_destinations/{id}/resend: those events, or all that failed. */
export const EventResendCreate = z.strictObject({
  ids: z.nullish(
    z
      .array(idOf("eventDelivery"))
      .check(z.minLength(1), z.maxLength(RESENT_MAX, `must have at most ${RESENT_MAX} entries`)),
  ),
});
export const EventResend = z.looseObject({ uri: z.string(), count: z.int() });
export type EventResend = z.infer<typeof EventResend>;

/** POST /event_destinations/{id}/test: what came of it. */
export const EventTest = z.looseObject({
  event_id: z.string(),
  delivered: z.boolean(),
  reason: z.nullable(z.string()),
  took_ms: z.int(),
});
export type EventTest = z.infer<typeof EventTest>;
