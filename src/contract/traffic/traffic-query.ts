import * as z from "zod/mini";
import { PageQuery } from "../common.ts";

const Filter = z
  .string()
  .check(
    z.describe(
      "An expression in CEL that must be true, with every field of the event as ev.…: ev.http.response.status_code >= 500. A comparison with a field that an event does not have is never true.",
    ),
  );

/** Query of GET /traffic. */
export const TrafficQuery = z.extend(PageQuery, { filter: z.optional(Filter) });

/** Query of GET /traffic_stream. */
export const TrafficStreamQuery = z.strictObject({ filter: z.optional(Filter) });
