import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { EventPage } from "#api/events.ts";
import { withNewest, withOlder } from "./seen-events.ts";

const LIMIT = 3;
const event = (n: number) => ({
  event_id: `ev_${String(n).padStart(4, "0")}`,
  event_type: "api_key_updated.v0",
  event_timestamp: "2026-11-23T10:00:00Z",
  object: {},
});

/** What a service with events 1 to `count` answers of those before `before`. */
function pageOf(count: number, before = count + 1): EventPage {
  const first = Math.max(1, before - LIMIT);
  const events = Array.from({ length: before - first }, (_, at) => event(before - 1 - at));
  return { events, next: first > 1 ? (events.at(-1)?.event_id ?? null) : null };
}

const before = (next: string) => Number(next.slice(3));

// Law: of what is listed nothing is told twice, nothing between two others is left out, and all of it can be reached.
it("is a run of events without a gap, the newest first, however many come between and however often older ones are asked for", () => {
  const step = fc.oneof(
    fc.nat(8).map((more) => ({ more })),
    fc.constant("older" as const),
  );
  fc.assert(
    fc.property(fc.nat(12), fc.array(step, { maxLength: 20 }), (start, steps) => {
      let count = start;
      let seen = withNewest(null, pageOf(count));
      for (const one of steps) {
        if (one === "older")
          seen = seen.next === null ? seen : withOlder(seen, pageOf(count, before(seen.next)));
        else {
          count += one.more;
          seen = withNewest(seen, pageOf(count));
        }
        const numbers = seen.events.map(({ event_id: id }) => before(id));
        expect(numbers).toEqual(numbers.map((_, at) => count - at));
        expect(seen.next === null).toBe(numbers.length === count);
      }
    }),
  );
});
