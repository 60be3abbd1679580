import type { FleetAction } from "./action.ts";
import { departures, howLeft, type Departure } from "./departures.ts";
import { createLedger } from "./ledger.ts";
import { tabStorage } from "./visit-store.ts";

/** The ledger of this tab. */
export const ledger = createLedger(tabStorage());

/** Every action of this tab, oldest first. */
export const useActions = ledger.useValue;

/** Every session that left during this visit, oldest first. */
export const useDepartures = departures.useValue;

/** Agents that left without a command from here and have not come back, oldest first. */
export function useLostSessions(): readonly Departure[] {
  const actions = useActions();
  return useDepartures().filter((one) => one.back === undefined && howLeft(one, actions) === "lost");
}

/** The session that came after this one, following every known restart; null when none is known. */
export function successorOf(
  actions: readonly FleetAction[],
  sessionId: string,
  left: readonly Departure[] = [],
): string | null {
  let current = sessionId;
  for (let hops = 0; hops <= actions.length + left.length; hops += 1) {
    const next = nextOf(actions, left, current);
    if (next === null) break;
    current = next;
  }
  return current === sessionId ? null : current;
}

function nextOf(actions: readonly FleetAction[], left: readonly Departure[], id: string): string | null {
  const action = actions.findLast(
    ({ sessionId, state }) => sessionId === id && "successorId" in state && state.successorId,
  );
  if (action && "successorId" in action.state && action.state.successorId) return action.state.successorId;
  return left.find(({ session }) => session.id === id)?.back ?? null;
}
