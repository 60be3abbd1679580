import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { startFromList } from "#api/scanned-list.ts";
import { tunnels } from "#resources/tunnels.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { useGoneTunnel } from "#fleet/gone-note.tsx";
import { successorAfter, successorOfTunnel } from "#fleet/served-again.ts";
import { asGone, useLastKnown } from "#fleet/last-known.ts";
import { useNextSession } from "#fleet/use-next-session.ts";
import { useActions } from "#fleet/use-fleet.ts";
import { isAbout, isUnderWay } from "#fleet/use-session.ts";

const poll = pollEvery(5000);
const pollOften = pollEvery(1000);
const lookAgain = tunnels.every(2000);
const NO_TUNNELS: Tunnel[] = [];

/** A tunnel, kept after it has ended as long as this tab remembers it, and then what serves in its place; of one that only the service remembers too. */
export function useTunnel(id: string) {
  const client = useQueryClient();
  const actions = useActions();
  const query = useQuery({
    ...tunnels.detail(id),
    ...startFromList(client, tunnels, id),
    refetchInterval: (state) => {
      if (isAbsent(state.state.error)) return false;
      return isUnderWay(actions, state.state.data?.tunnel_session?.id) ? pollOften(state) : poll(state);
    },
  });
  const absent = isAbsent(query.error);
  const seen = useLastKnown(tunnels, id, query.data);
  const before = useLastKnown(tunnels, `before ${id}`, useGoneTunnel(id)?.tunnel);
  const tunnel = seen ?? before;
  const {
    data: now = NO_TUNNELS,
    dataUpdatedAt,
    isLoading,
  } = useQuery({
    ...tunnels.query,
    enabled: absent && tunnel !== undefined,
    refetchInterval: lookAgain,
  });
  // What serves in its place is not known before.
  const gone = absent && !isLoading;
  const followed = useLastKnown(tunnels, `after ${id}`, undefined);
  const next = useNextSession(tunnel?.tunnel_session?.id, gone);
  const nextAfter = useNextSession(followed?.tunnel_session?.id, gone);
  const successor =
    gone && tunnel
      ? (successorOfTunnel(tunnel, next, now) ??
        successorAfter(tunnel, followed, now, (one) => successorOfTunnel(one, nextAfter, now)))
      : null;
  const last = useLastKnown(tunnels, `after ${id}`, successor?.item);
  const sessions = [tunnel, last].flatMap((one) => one?.tunnel_session?.id ?? []);
  return {
    // Once its successor has ended too, that one is what was there last.
    query: absent
      ? asGone(query, isLoading ? query.data : successor ? tunnel : (last ?? seen), dataUpdatedAt)
      : query,
    gone,
    successor,
    /** The newest action about a session it runs, or ran, on. */
    latest: actions.findLast((action) => sessions.some((one) => isAbout(action, one))),
  };
}
