import * as z from "zod/mini";
import { listOf, Ref } from "./answer.ts";
import { idOf } from "./common.ts";
import { EVENT_KINDS } from "#contract/events/catalogue.ts";
import { distinct } from "./modules/fields.ts";
import { answerFields, textFields } from "./resource-fields.ts";

const TYPES: ReadonlySet<string> = new Set(EVENT_KINDS.map(({ type }) => type));

/** A kind of event (protocol-facts.md#event-subscriptions, 238). */
const EventType = z.string().check(
  z.check((ctx) => {
    if (TYPES.has(ctx.value)) return;
    const params = { problem: "eventTypeUnknown" };
    const message = "must be an event type. Example: api_key_created.v0";
    ctx.issues.push({ code: "custom", input: ctx.value, message, continue: true, params });
  }),
);

/** POST /event_subscriptions/{subscription_id}/sources. */
export const EventSourceCreate = z.strictObject({ type: EventType });

/** One kind of event that a subscription sends. */
export const EventSource = z.looseObject({ type: z.string(), uri: z.string() });

/** GET /event_subscriptions/{subscription_id}/sources, all on one page. */
export const EventSourceList = z.looseObject({ sources: z.array(EventSource), uri: z.string() });

/** Which events are sent to which destinations (protocol-facts.md#event-subscriptions). */
export const EventSubscription = z.looseObject({
  ...answerFields,
  sources: z.array(EventSource),
  destinations: z.array(Ref),
});
export type EventSubscription = z.infer<typeof EventSubscription>;

export const EventSubscriptionList = listOf("event_subscriptions", EventSubscription);

const DESTINATIONS_MAX = 20;

/** Each type once (protocol-facts.md#event-subscriptions, 5127). */
const Sources = z.array(z.strictObject({ type: EventType })).check(
  z.maxLength(TYPES.size, `must have at most ${TYPES.size} entries`),
  z.check((ctx) => {
    const seen = new Set<string>();
    ctx.value.forEach(({ type }, i) => {
      const params = { problem: "sourceTaken" };
      const message = `this subscription already has ${type}. Remove one of them`;
      const path = [i, "type"];
      if (seen.has(type))
        ctx.issues.push({ code: "custom", input: type, path, message, continue: true, params });
      seen.add(type);
    });
  }),
);

const Destinations = z
  .array(idOf("eventDestination"))
  .check(z.maxLength(DESTINATIONS_MAX, `must have at most ${DESTINATIONS_MAX} entries`), distinct());

/** POST /event_subscriptions. */
export const EventSubscriptionCreate = z.strictObject({
  ...textFields,
  sources: z.nullish(Sources),
  destination_ids: z.nullish(Destinations),
});
export type EventSubscriptionCreate = z.infer<typeof EventSubscriptionCreate>;

/** PATCH /event_subscriptions/{id}: a list that is sent replaces the old one. */
export const EventSubscriptionUpdate = z.strictObject({
  ...textFields,
  id: z.optional(z.string()),
  sources: z.nullish(Sources),
  destination_ids: z.nullish(Destinations),
});
export type EventSubscriptionUpdate = z.infer<typeof EventSubscriptionUpdate>;
