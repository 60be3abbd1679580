import type { FleetAction } from "#fleet/action.ts";
import type { Departure } from "#fleet/departures.ts";

/** How a session left; where a reload came before it was seen to, by what it was told (`told`, of this session, oldest first). */
export function departureOf(
  id: string,
  left: readonly Departure[],
  told: readonly FleetAction[],
): Departure | undefined {
  const sent = told.findLast(
    ({ kind, state }) => kind !== "update" && state.phase !== "refused" && state.phase !== "failed",
  );
  return (
    left.find(({ session }) => session.id === id) ??
    (sent && { session: sent.session, seenAt: sent.sentAt, leftAt: sent.leftAt ?? sent.sentAt })
  );
}
