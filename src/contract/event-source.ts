import * as z from "zod/mini";
import { EVENT_KINDS } from "#contract/events/catalogue.ts";
import { TRAFFIC_KINDS } from "#contract/traffic/fields.ts";

const TYPES: ReadonlySet<string> = new Set(EVENT_KINDS.map(({ type }) => type));
const FIELDS_MAX = Math.max(...Object.values(TRAFFIC_KINDS).map((fields) => Object.keys(fields).length));

/** A kind of event (protocol-facts.md#event-subscriptions, 238). */
const EventType = z.string().check(
  z.check((ctx) => {
    if (TYPES.has(ctx.value)) return;
    const params = { problem: "eventTypeUnknown" };
    const message = "must be an event type. Example: api_key_created.v0";
    ctx.issues.push({ code: "custom", input: ctx.value, message, continue: true, params });
  }),
);

const share = "must be a number above 0, up to 1. Example: 0.1";

/** What is sent of a kind of traffic event: an extension (decisions/delivery/sources.md). */
const choices = {
  /** Names of the fields of `object` to send; none = all. */
  fields: z.nullish(
    z
      .array(z.string())
      .check(
        z.maxLength(FIELDS_MAX, `must have at most ${FIELDS_MAX} entries`),
        z.describe("Names of the fields to send, dots leading into objects; an empty list = all."),
      ),
  ),
  /** CEL over the filterable fields; empty = all events. */
  filter: z.nullish(
    z
      .string()
      .check(
        z.describe(
          "An expression in CEL that must be true for an event to be sent, with its filterable fields as ev.…; empty = all events. At most 2,000 characters.",
        ),
      ),
  ),
  /** Share of the events that pass the filter, from above 0 to 1. */
  sample: z.nullish(
    z
      .number(share)
      .check(
        z.gt(0, share),
        z.lte(1, share),
        z.describe(
          "Share of the events that pass the filter, above 0 and up to 1 = all. An event’s ID decides: the same ones wherever it is asked.",
        ),
      ),
  ),
};

/** POST /event_subscriptions/{subscription_id}/sources. */
export const EventSourceCreate = z.strictObject({ type: EventType, ...choices });
export type EventSourceCreate = z.infer<typeof EventSourceCreate>;

/** PATCH /event_subscriptions/{subscription_id}/sources/{type}. */
export const EventSourceUpdate = z.strictObject(choices);
export type EventSourceUpdate = z.infer<typeof EventSourceUpdate>;

/** One kind of event that a subscription sends; one of traffic has what is sent of it. */
export const EventSource = z.looseObject({
  type: z.string(),
  uri: z.string(),
  fields: z.optional(z.array(z.string())),
  filter: z.optional(z.string()),
  sample: z.optional(z.number()),
  /** Why nothing is sent of it: its filter was taken by another version of the service, and this one can’t read it. */
  fault: z.optional(z.string()),
});
export type EventSource = z.infer<typeof EventSource>;

/** GET /event_subscriptions/{subscription_id}/sources, all on one page. */
export const EventSourceList = z.looseObject({ sources: z.array(EventSource), uri: z.string() });

/** Whether what is sent of a kind of event can be chosen. */
export const isChoosable = (type: string): boolean => Object.hasOwn(TRAFFIC_KINDS, type);
