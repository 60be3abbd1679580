import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { startFromList } from "#api/scanned-list.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { isOpen, type FleetAction } from "./action.ts";
import type { Departure } from "./departures.ts";
import { useActions, useDepartures } from "./use-fleet.ts";

const poll = pollEvery(5000);

/** One session as another page shows it: without the whole list. `session` stays known after it left. */
export function useSession(id: string): {
  session: TunnelSession | undefined;
  online: boolean;
  loading: boolean;
  /** Actions sent to it, oldest first. */
  told: readonly FleetAction[];
  /** The newest action about it: sent to it, or that it is the successor of. */
  latest: FleetAction | undefined;
  /** How it left, where this visit saw that. */
  departure: Departure | undefined;
} {
  const client = useQueryClient();
  const actions = useActions();
  const departure = useDepartures().find(({ session }) => session.id === id);
  const { data, error, isPending } = useQuery({
    ...tunnelSessions.detail(id),
    ...startFromList(client, tunnelSessions, id),
    refetchInterval: (query) => (isAbsent(query.state.error) ? false : poll(query)),
  });
  return {
    session: data ?? departure?.session ?? actions.find((action) => action.sessionId === id)?.session,
    departure,
    online: data !== undefined && !isAbsent(error),
    loading: isPending,
    told: actions.filter((action) => action.sessionId === id),
    latest: actions.findLast((action) => isAbout(action, id)),
  };
}

/** Was the action sent to this session, or is it what came of it? */
export function isAbout({ sessionId, state }: FleetAction, id: string): boolean {
  return sessionId === id || ("successorId" in state && state.successorId === id);
}

/** Is a command to this session under way: sent, and nothing has come of it yet? */
export function isUnderWay(actions: readonly FleetAction[], sessionId: string | undefined): boolean {
  return actions.some((action) => action.sessionId === sessionId && isOpen(action));
}
