import { useQuery } from "@tanstack/react-query";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { endedSession } from "./ended-sessions.ts";
import { useActions, useDepartures } from "./use-fleet.ts";

const FRESH_MS = 30_000;

/**
 * A session that is not online as it was last: as this visit knows it, else the service, which is asked once it `isGone`. Null
 * where neither knows it. What ended does not change, so many rows ask once for each.
 */
export function useLeftSession(id: string, isGone: boolean): TunnelSession | null | undefined {
  const actions = useActions();
  const seen =
    useDepartures().find(({ session }) => session.id === id)?.session ??
    actions.find(({ sessionId }) => sessionId === id)?.session;
  const { data: ended } = useQuery({
    ...endedSession(id),
    staleTime: ({ state }) => (state.data ? Infinity : FRESH_MS),
    enabled: isGone && seen === undefined,
  });
  return seen ?? (ended && ended.session);
}
