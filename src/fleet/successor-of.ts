import type { FleetAction } from "./action.ts";
import type { Departure } from "./departures.ts";
import { lineageOf, predecessorsOf } from "./lineage.ts";

/** The session that came after this one, following every known restart; null when none is known. */
export function successorOf(
  actions: readonly FleetAction[],
  sessionId: string,
  left: readonly Departure[] = [],
): string | null {
  const next = new Map([...predecessorsOf(actions, left)].map(([after, before]) => [before, after]));
  const [last] = lineageOf(sessionId, next).toReversed();
  return last === undefined || last === sessionId ? null : last;
}
