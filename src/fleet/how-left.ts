import type { FleetAction } from "./action.ts";
import type { Departure } from "./departures.ts";

/** How a session left, as far as this tab knows: by its own command, or without one. */
export function howLeft(
  { session: { id }, back }: Departure,
  actions: readonly FleetAction[],
): "stopped" | "restarted" | "lost" {
  const told = actions.findLast(
    ({ sessionId, state, kind, leftAt }) =>
      sessionId === id &&
      state.phase !== "refused" &&
      state.phase !== "failed" &&
      (kind !== "update" || leftAt),
  );
  if (told) return (told.endedBy ?? told.kind) === "stop" ? "stopped" : "restarted";
  return back === undefined ? "lost" : "restarted";
}
