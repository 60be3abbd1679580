import * as z from "zod/mini";
import { listOf, Ref, Timestamp } from "./answer.ts";

/** Who did it (protocol-facts.md#events). `credential` is the API key, null when the dashboard did it. */
export const Principal = z.looseObject({
  id: z.string(),
  subject: z.nullish(z.string()),
  source: z.nullish(z.string()),
  credential: z.nullish(Ref),
});
export type Principal = z.infer<typeof Principal>;

/** The delivery envelope (protocol-facts.md#events). Traffic events have no principal. */
export const Envelope = z.looseObject({
  event_id: z.string(),
  event_type: z.string(),
  event_timestamp: Timestamp,
  account_id: z.nullish(z.string()),
  principal: z.nullish(Principal),
  object: z.record(z.string(), z.unknown()),
});

/** An audit event; `gatehouse` is an extension (decisions/store/own-events.md). */
export const Event = z.extend(Envelope, {
  /** Of an update: the fields that it changed, as they were. */
  gatehouse: z.optional(z.looseObject({ before: z.record(z.string(), z.unknown()) })),
});
export type Event = z.infer<typeof Event>;

/** GET /event_counts: how many events of each kind there were; kinds without one are left out. An extension. */
export const EventCounts = z.looseObject({
  uri: z.string(),
  since: Timestamp,
  /** How many days audit events are kept; null = all of them are. */
  kept_days: z.nullish(z.int()),
  counts: z.array(z.looseObject({ type: z.string(), count: z.int() })),
});

/** GET /events, newest first. An extension: other services of the family have no such list. */
export const EventList = listOf("events", Event);
