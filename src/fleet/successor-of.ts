import type { FleetAction } from "./action.ts";
import type { Departure } from "./departures.ts";
import { lineageOf, pairsOf } from "./lineage.ts";

/** The session that came after this one, following every known restart; null when none is known. */
export function successorOf(
  actions: readonly FleetAction[],
  sessionId: string,
  left: readonly Departure[] = [],
): string | null {
  const next = new Map(pairsOf(actions, left).map(([after, before]) => [before, after]));
  const [last] = lineageOf(sessionId, next).toReversed();
  return last === undefined || last === sessionId ? null : last;
}
