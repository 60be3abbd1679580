import { useQuery } from "@tanstack/react-query";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { sessionName } from "#resources/session-name.ts";
import { RefLink } from "#components/ref-link.tsx";

const FRESH_MS = 30_000;
const poll = tunnelSessions.every(FRESH_MS);

/** The agent of a session, by the list of those that are online, else by what is known of it: many rows ask for few of them. */
export function AgentName({ id, left }: { id: string; left?: readonly { session: TunnelSession }[] }) {
  const { data } = useQuery({
    ...tunnelSessions.query,
    staleTime: FRESH_MS,
    refetchInterval: poll,
    select: (sessions) => sessions.find((session) => session.id === id),
  });
  const session = data ?? left?.find((one) => one.session.id === id)?.session;
  return <RefLink reference={{ id }} name={session && sessionName(session)} known={!!session} />;
}
