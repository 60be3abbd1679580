import { useQuery } from "@tanstack/react-query";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";

/** The sessions that use an authtoken now, as far as they are read. */
export function useUsers(id: string): TunnelSession[] {
  const { data = [] } = useQuery(tunnelSessions.query);
  return data.filter(({ credential }) => credential?.id === id);
}
