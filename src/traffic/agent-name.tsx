import { useQuery } from "@tanstack/react-query";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { sessionName } from "#resources/session-name.ts";
import { RefLink } from "#components/ref-link.tsx";

const FRESH_MS = 30_000;
const poll = tunnelSessions.every(FRESH_MS);

/** The agent of a session, by the list of those that are online: many rows ask for few of them. */
export function AgentName({ id }: { id: string }) {
  const { data } = useQuery({
    ...tunnelSessions.query,
    staleTime: FRESH_MS,
    refetchInterval: poll,
    select: (sessions) => sessions.find((session) => session.id === id),
  });
  return <RefLink reference={{ id }} name={data && sessionName(data)} known={data !== undefined} />;
}
