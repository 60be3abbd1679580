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

/** Whether a command of this visit ended it. */
export const leftByCommand = (departure: Departure, actions: readonly FleetAction[]): boolean =>
  commandOf(departure, actions) !== undefined;

/** When a session left, ms: as the service says; else as its command was seen to end it, which tabs share; else as this tab's list says. */
export const leftAtOf = (departure: Departure, actions: readonly FleetAction[]): number =>
  departure.reason === undefined
    ? (commandOf(departure, actions)?.leftAt ?? departure.leftAt)
    : departure.leftAt;

/** After a restart from elsewhere an agent is awaited so long, then it is lost. */
const BACK_WITHIN_MS = 60_000;

/** How a session left: by a command of this tab, else as the service says, else without one. */
export function howLeft(
  departure: Departure,
  actions: readonly FleetAction[],
): "stopped" | "restarted" | "lost" {
  const { back, reason } = departure;
  const told = commandOf(departure, actions);
  if (told?.kind === "stop") return "stopped";
  if (back !== undefined) return "restarted";
  // What a restart awaited in vain is lost, as it is to any other browser.
  if (told) return told.state.phase === "overdue" ? "lost" : "restarted";
  if (reason === "restarted" && Date.now() - departure.leftAt < BACK_WITHIN_MS) return "restarted";
  return reason === "stopped" || reason === "closed" ? "stopped" : "lost";
}
