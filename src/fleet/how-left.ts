import type { FleetAction } from "./action.ts";
import type { Departure } from "./departures.ts";

/** The command that a session left by, as far as this tab knows. */
function commandOf({ session: { id } }: Departure, actions: readonly FleetAction[]): FleetAction | undefined {
  return actions.findLast(
    ({ sessionId, state, kind, leftAt, endedBy }) =>
      sessionId === id &&
      // An updated one that was stopped has the stop, if it was told here; without an answer nobody knows what an update did.
      (kind === "update"
        ? leftAt && endedBy !== "stop" && state.phase === "waiting"
        : state.phase !== "refused" && state.phase !== "failed"),
  );
}

/** When a session left, ms: as its command was seen to end it, which tabs share; else as this tab's list says. */
export const leftAtOf = (departure: Departure, actions: readonly FleetAction[]): number =>
  commandOf(departure, actions)?.leftAt ?? departure.leftAt;

/** How a session left, as far as this tab knows: by its own command, or without one. */
export function howLeft(
  departure: Departure,
  actions: readonly FleetAction[],
): "stopped" | "restarted" | "lost" {
  const { back } = departure;
  const told = commandOf(departure, actions);
  if (told) return told.kind === "stop" ? "stopped" : "restarted";
  return back === undefined ? "lost" : "restarted";
}
