import type { Departure } from "./departures.ts";
import { howLeft } from "./how-left.ts";
import { useActions, useDepartures } from "./use-fleet.ts";

/** Agents that left without a command from here and have not come back, oldest first. */
export function useLostSessions(): readonly Departure[] {
  const actions = useActions();
  return useDepartures().filter((one) => one.back === undefined && howLeft(one, actions) === "lost");
}
