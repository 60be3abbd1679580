import * as z from "zod/mini";
import { listOf, Timestamp } from "../answer.ts";
import { idOf } from "../common.ts";

/** How long bodies may be captured, in seconds. */
const SHORTEST = 60;
const LONGEST = 3_600;
const bound = `must be a whole number from ${SHORTEST} to ${LONGEST}`;

/** Bodies of an endpoint or route are kept with its traffic until `expires_at`. An extension. */
export const TrafficCapture = z.looseObject({
  id: z.string(),
  uri: z.string(),
  /** The endpoint or route. */
  target_id: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type TrafficCapture = z.infer<typeof TrafficCapture>;

/** GET /traffic_captures. Those that ended are listed for a day. */
export const TrafficCaptureList = listOf("traffic_captures", TrafficCapture);

export const TrafficCaptureCreate = z.strictObject({
  /** An active endpoint, or a route. */
  target_id: idOf("endpoint", "route"),
  /** 900 unless given. */
  seconds: z.optional(z.int(bound).check(z.gte(SHORTEST, bound), z.lte(LONGEST, bound))),
});
export type TrafficCaptureCreate = z.infer<typeof TrafficCaptureCreate>;
