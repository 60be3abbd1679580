import type { FleetAction } from "./action.ts";
import type { Departure } from "./departures.ts";

/** The command that a session left by, as far as this tab knows. */
function commandOf({ session: { id } }: Departure, actions: readonly FleetAction[]): FleetAction | undefined {
  return actions.findLast(
    ({ sessionId, state, kind }) =>
      // An update ends no session: who restarted its agent, or what else became of it, was not told here.
      sessionId === id && kind !== "update" && state.phase !== "refused" && state.phase !== "failed",
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
