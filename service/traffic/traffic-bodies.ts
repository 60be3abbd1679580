import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { eventOf, type MadeEvent } from "#edge/events/make-event.ts";
import type { StoredEvent } from "./traffic-store.ts";

/** An event as lists and streams have it, and its captured bodies, both in JSON; null where there are none. */
export function withoutBodies(made: MadeEvent): { shown: string; capture: string | null } {
  const event = eventOf(made);
  const { request, response } = event.gatehouse?.capture ?? {};
  const without = (side: typeof request): typeof request => side && { ...side, content: undefined };
  const shown = { request: without(request), response: without(response) };
  return {
    shown: JSON.stringify({ ...event, gatehouse: { ...event.gatehouse, capture: shown } }),
    capture: JSON.stringify({ request: request?.content, response: response?.content }),
  };
}

/** An event as it was taken, with its captured bodies. */
export function withBodies({ event, capture }: StoredEvent): TrafficEvent {
  const shown = JSON.parse(event) as TrafficEvent;
  if (capture === null) return shown;
  const contents = JSON.parse(capture) as Partial<Record<"request" | "response", string>>;
  for (const side of ["request", "response"] as const) {
    const of = shown.gatehouse?.capture?.[side];
    if (of && contents[side] !== undefined) of.content = contents[side];
  }
  return shown;
}
