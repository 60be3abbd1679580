import { useQuery, useQueryClient } from "@tanstack/react-query";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { identityOf } from "./start-action.ts";
import { successorOf } from "./successor-of.ts";
import { useActions, useDepartures } from "./use-fleet.ts";

const lookAgain = tunnelSessions.every(2000);

/**
 * The session that came after one whose tunnels are `gone`: by what this visit saw, else the only one of the same agent, if
 * it began no earlier and no other looks like it. Null while none is known.
 */
export function useNextSession(sessionId: string | undefined, gone: boolean): string | null {
  const client = useQueryClient();
  const actions = useActions();
  const left = useDepartures();
  const known = sessionId === undefined ? null : successorOf(actions, sessionId, left);
  const { data: now } = useQuery({
    ...tunnelSessions.query,
    enabled: gone && known === null,
    refetchInterval: lookAgain,
  });
  if (known !== null || !gone || sessionId === undefined || !now) return known;
  const old = client.getQueryData<TunnelSession>(tunnelSessions.detail(sessionId).queryKey);
  return old ? nextOf(old, now) : null;
}

/** The only online session of the agent that held this one, which is not online itself; null where it can’t be told. */
export function nextOf(old: TunnelSession, now: readonly TunnelSession[]): string | null {
  const alike = now.filter((one) => identityOf(one) === identityOf(old));
  const [only] = alike;
  if (!only || alike.length > 1 || only.id === old.id) return null;
  return Date.parse(only.started_at) >= Date.parse(old.started_at) ? only.id : null;
}
