import type { TrafficEvent } from "./traffic-event.ts";

type Ended = { outcome: NonNullable<TrafficEvent["gatehouse"]>["outcome"]; status: number };

/** Whether an event counts as an error; what the edge refused though all works counts as refused. */
export const isCountedError = ({ outcome, status }: Ended): boolean =>
  outcome === "failed" || outcome === "broken" || (outcome !== "refused" && status >= 500);

/** The same as a filter. */
export const COUNTED_ERROR =
  '(ev.gatehouse.outcome in ["failed", "broken"] || (ev.gatehouse.outcome != "refused" && ev.http.response.status_code >= 500))';
