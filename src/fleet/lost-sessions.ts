import type { Departure } from "./departures.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { formatAge } from "#ui/format.ts";
import type { FleetAction } from "./action.ts";
import { howLeft, leftAtOf, leftByCommand } from "./how-left.ts";
import { useActions, useDepartures } from "./use-fleet.ts";

/** What brings back an agent that left: after an update that waits for it, or a restart, its host; null where nothing is known. */
export function comesBackBy(departure: Departure, actions: readonly FleetAction[]): string | null {
  const own = actions.filter(({ sessionId }) => sessionId === departure.session.id);
  if (own.some(({ endedBy, state }) => endedBy === "stop" && state.phase === "waiting"))
    return "Update installed. Start it on its host.";
  const isAwaited = own.some(({ kind, state }) => kind === "restart" && state.phase === "overdue");
  return (isAwaited || departure.reason === "restarted") && howLeft(departure, actions) === "lost"
    ? "It didn’t come back from its restart. Start it on its host."
    : null;
}

/** Within so long a list that was read without an agent says when it left. */
const READ_MS = 2_000;

/**
 * How long an agent was offline that came back as this session. Of one that left with the service nobody knows when; of one that
 * only a list was seen without, at the earliest after the last list with it. The clocks of service and browser may disagree.
 */
export function awayWords(
  departure: Departure,
  { started_at: start }: TunnelSession,
  actions: readonly FleetAction[],
): string {
  const { reason, seenAt, leftAt } = departure;
  const since = (from: number, most = "") => {
    const seconds = (Date.parse(start) - from) / 1000;
    return `was offline for ${seconds < 1 ? "a moment" : most + formatAge(seconds)}`;
  };
  if (reason === "service_stopped") return "was offline while the service was";
  if (reason === undefined && !leftByCommand(departure, actions) && leftAt - seenAt > READ_MS)
    return since(seenAt, "up to ");
  return since(leftAtOf(departure, actions));
}

/** Agents that left for no restart from here and have not come back, oldest first. */
export function useLostSessions(): readonly Departure[] {
  const actions = useActions();
  return useDepartures().filter((one) => one.back === undefined && howLeft(one, actions) !== "restarted");
}
