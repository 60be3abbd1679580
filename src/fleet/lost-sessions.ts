import type { Departure } from "./departures.ts";
import type { FleetAction } from "./action.ts";
import { howLeft } from "./how-left.ts";
import { useActions, useDepartures } from "./use-fleet.ts";

/** What brings back an agent that left: after an update that waits for it, its host; null where nothing is known. */
export function comesBackBy({ session }: Departure, actions: readonly FleetAction[]): string | null {
  const waits = actions.some(
    ({ sessionId, endedBy, state }) =>
      sessionId === session.id && endedBy === "stop" && state.phase === "waiting",
  );
  return waits ? "Update installed. Start it on its host." : null;
}

/** Agents that left without a command from here and have not come back, oldest first. */
export function useLostSessions(): readonly Departure[] {
  const actions = useActions();
  return useDepartures().filter((one) => one.back === undefined && howLeft(one, actions) === "lost");
}
