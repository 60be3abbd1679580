import { useQuery } from "@tanstack/react-query";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { sessionName } from "#resources/session-name.ts";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { RefLink } from "#components/ref-link.tsx";
import { useDepartures } from "#fleet/use-fleet.ts";

const FRESH_MS = 30_000;
const poll = tunnelSessions.every(FRESH_MS);

/** A session that left, where that is known. */
const useLeft = (id: string) => useDepartures().find(({ session }) => session.id === id)?.session;

/** The agent of a session that is online or that left, for a detail page. */
export function AgentRef({ id }: { id: string }) {
  const left = useLeft(id);
  if (!left) return <RefLookup reference={{ id }} />;
  return <RefLink reference={{ id }} name={sessionName(left)} known withId />;
}

/** The same by the list of those that are online: many rows ask for few of them. */
export function AgentName({ id }: { id: string }) {
  const left = useLeft(id);
  const { data } = useQuery({
    ...tunnelSessions.query,
    staleTime: FRESH_MS,
    refetchInterval: poll,
    select: (sessions) => sessions.find((session) => session.id === id),
  });
  const session = data ?? left;
  return <RefLink reference={{ id }} name={session && sessionName(session)} known={session !== undefined} />;
}
