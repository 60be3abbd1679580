import { departures } from "./departures.ts";
import { createVisitStore, tabStorage } from "./visit-store.ts";

const idsOf = (kept: unknown) =>
  Array.isArray(kept) ? kept.filter((one): one is string => typeof one === "string") : [];

/** Ids of sessions that left and are not to be told of again during this visit. */
export const dismissed = createVisitStore(tabStorage(), "gatehouse.dismissed", idsOf);

/** Takes a session that left out of the lists of this visit. */
export function dismissDeparture(sessionId: string): void {
  dismissed.set([...dismissed.getSnapshot(), sessionId]);
  departures.set(departures.getSnapshot().filter(({ session }) => session.id !== sessionId));
}
