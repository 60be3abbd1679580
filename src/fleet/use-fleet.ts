import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import type { FleetAction } from "./action.ts";
import { createLedger } from "./ledger.ts";
import { sendCommand } from "./send.ts";

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

export type Send = (command: {
  kind: AgentCommand;
  session: TunnelSession;
  urls: readonly string[];
}) => Promise<void>;

/** Sends a command and keeps what comes of it; see {@link sendCommand}. */
export function useSend(): Send {
  const client = useQueryClient();
  return useCallback((command) => sendCommand({ client, ledger }, command), [client]);
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
