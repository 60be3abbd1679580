import { useQuery } from "@tanstack/react-query";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { sessionName } from "#resources/session-name.ts";
import { RefLink } from "#components/ref-link.tsx";

const FRESH_MS = 30_000;
const poll = tunnelSessions.every(FRESH_MS);

/** The session of an agent by the list of those that are online, of which many rows ask for few; `isGone` once it is not in it. */
export function useOnlineSession(id: string) {
  const { data: session, isSuccess } = useQuery({
    ...tunnelSessions.query,
    staleTime: FRESH_MS,
    refetchInterval: poll,
    select: (sessions) => sessions.find((one) => one.id === id),
  });
  return { session, isGone: isSuccess && session === undefined };
}

/** The agent of a session, by the list of those that are online, else as it `left`. */
export function AgentName({ id, left }: { id: string; left?: TunnelSession | null | undefined }) {
  const session = useOnlineSession(id).session ?? left;
  return <RefLink reference={{ id }} name={session ? sessionName(session) : undefined} known={!!session} />;
}
