import { useSyncExternalStore } from "react";
import type { FleetAction } from "./action.ts";
import { createLedger } from "./ledger.ts";

function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** The ledger of this tab. */
export const ledger = createLedger(tabStorage());

/** Every action of this tab, oldest first. */
export function useActions(): readonly FleetAction[] {
  return useSyncExternalStore(ledger.subscribe, ledger.getSnapshot);
}

/** The session that came after this one, following every known restart; null when none is known. */
export function successorOf(actions: readonly FleetAction[], sessionId: string): string | null {
  let current = sessionId;
  for (let hops = 0; hops <= actions.length; hops += 1) {
    const action = actions.findLast(
      (one) => one.sessionId === current && "successorId" in one.state && one.state.successorId,
    );
    const next = action && "successorId" in action.state ? action.state.successorId : undefined;
    if (next === undefined) break;
    current = next;
  }
  return current === sessionId ? null : current;
}
