import * as z from "zod/mini";
import { listOf, Ref } from "./answer.ts";
import { idOf } from "./common.ts";
import { EVENT_KINDS } from "#contract/events/catalogue.ts";
import { EventSource, EventSourceCreate } from "./event-source.ts";
import { distinct } from "./modules/fields.ts";
import { answerFields, textFields } from "./resource-fields.ts";

/** Which events are sent to which destinations (protocol-facts.md#event-subscriptions). */
export const EventSubscription = z.looseObject({
  ...answerFields,
  sources: z.array(EventSource),
  destinations: z.array(Ref),
});
export type EventSubscription = z.infer<typeof EventSubscription>;

export const EventSubscriptionList = listOf("event_subscriptions", EventSubscription);

const DESTINATIONS_MAX = 20;
const SOURCES_MAX = EVENT_KINDS.length;

/** Each type once (protocol-facts.md#event-subscriptions, 5127). */
const Sources = z.array(z.strictObject(EventSourceCreate.shape)).check(
  z.maxLength(SOURCES_MAX, `must have at most ${SOURCES_MAX} entries`),
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

/** PATCH /event_subscriptions/{id}: a list that is sent replaces the old one. Of a source that stays, what is not given stays. */
export const EventSubscriptionUpdate = z.strictObject({
  ...textFields,
  id: z.optional(z.string()),
  sources: z.nullish(Sources),
  destination_ids: z.nullish(Destinations),
});
export type EventSubscriptionUpdate = z.infer<typeof EventSubscriptionUpdate>;
