import * as z from "zod/mini";
import { listOf } from "./answer.ts";
import { Target, TargetRequest } from "./event-target.ts";
import { answerFields, textFields } from "./resource-fields.ts";

/** Where events are sent (protocol-facts.md#event-destinations). */
export const EventDestination = z.looseObject({ ...answerFields, format: z.string(), target: Target });
export type EventDestination = z.infer<typeof EventDestination>;

export const EventDestinationList = listOf("event_destinations", EventDestination);

/** The one format (protocol-facts.md#event-destinations, 235), in any case. */
const Format = z.string().check(
  z.check((ctx) => {
    if (ctx.value.toLowerCase() === "json") return;
    const params = { problem: "formatUnknown" };
    ctx.issues.push({ code: "custom", input: ctx.value, message: "must be json", continue: true, params });
  }),
);

/** POST /event_destinations. */
export const EventDestinationCreate = z
  .strictObject({ ...textFields, format: z.nullish(Format), target: z.nullish(TargetRequest) })
  .check(
    z.check((ctx) => {
      if ((ctx.value.target ?? null) !== null) return;
      const params = { problem: "targetMissing" };
      const message = "is required: where events are sent";
      ctx.issues.push({
        code: "custom",
        input: undefined,
        path: ["target"],
        message,
        continue: true,
        params,
      });
    }),
  );
export type EventDestinationCreate = z.infer<typeof EventDestinationCreate>;

/** PATCH /event_destinations/{id}. The kind of a target stays (protocol-facts.md#event-destinations, 5108). */
export const EventDestinationUpdate = z.strictObject({
  ...textFields,
  id: z.optional(z.string()),
  format: z.nullish(Format),
  target: z.nullish(TargetRequest),
});
export type EventDestinationUpdate = z.infer<typeof EventDestinationUpdate>;
