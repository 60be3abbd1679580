import type { FleetAction } from "./action.ts";
import type { Departure } from "./departures.ts";
import { useActions, useDepartures } from "./use-fleet.ts";

/** How a session left, as far as this tab knows: by its own command, or without one. */
export function howLeft(
  { session: { id }, back }: Departure,
  actions: readonly FleetAction[],
): "stopped" | "restarted" | "lost" {
  const told = actions.filter(
    ({ sessionId, state }) => sessionId === id && !["refused", "failed"].includes(state.phase),
  );
  // An update ends its session only where nothing else did.
  const by =
    told.findLast(({ kind }) => kind !== "update") ?? told.findLast(({ leftAt }) => leftAt !== undefined);
  if (by) return by.kind === "stop" ? "stopped" : "restarted";
  return back === undefined ? "lost" : "restarted";
}

/** Agents that left without a command from here and have not come back, oldest first. */
export function useLostSessions(): readonly Departure[] {
  const actions = useActions();
  return useDepartures().filter((one) => one.back === undefined && howLeft(one, actions) === "lost");
}
