import { useQuery } from "@tanstack/react-query";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { sessionName } from "#resources/session-name.ts";
import { RefLink } from "#components/ref-link.tsx";
import { useDepartures } from "#fleet/use-fleet.ts";

const FRESH_MS = 30_000;
const poll = tunnelSessions.every(FRESH_MS);

/** The agent of a session, by the list of those that are online or left during this visit: many rows ask for few of them. */
export function AgentName({ id }: { id: string }) {
  const { data } = useQuery({
    ...tunnelSessions.query,
    staleTime: FRESH_MS,
    refetchInterval: poll,
    select: (sessions) => sessions.find((session) => session.id === id),
  });
  const left = useDepartures().find((one) => one.session.id === id);
  const session = data ?? left?.session;
  return <RefLink reference={{ id }} name={session && sessionName(session)} known={session !== undefined} />;
}
