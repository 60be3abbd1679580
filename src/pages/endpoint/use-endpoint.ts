import { useQuery, useQueryClient } from "@tanstack/react-query";
import { endpoints } from "#resources/endpoints.ts";
import { isAbsent } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { startFromList } from "#api/scanned-list.ts";
import { tunnels } from "#resources/tunnels.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { useGoneTunnel } from "#fleet/gone-note.tsx";
import { successorAfter, successorOfEndpoint, type GoneEndpoint } from "#fleet/served-again.ts";
import { asGone, useLastKnown } from "#fleet/last-known.ts";
import { useNextSession } from "#fleet/use-next-session.ts";
import { useActions } from "#fleet/use-fleet.ts";
import { isAbout, isUnderWay } from "#fleet/use-session.ts";

const poll = pollEvery(5000);
const pollOften = pollEvery(1000);
const lookAgainEndpoints = endpoints.every(2000);
const lookAgainTunnels = tunnels.every(2000);
const NO_ENDPOINTS: Endpoint[] = [];
const NO_TUNNELS: Tunnel[] = [];

/** An endpoint, kept after it has ended as long as this tab remembers it, and then what listens in its place; of one that only the service remembers too. */
export function useEndpoint(id: string) {
  const client = useQueryClient();
  const actions = useActions();
  const query = useQuery({
    ...endpoints.detail(id),
    ...startFromList(client, endpoints, id),
    refetchInterval: (state) => {
      if (isAbsent(state.state.error)) return false;
      const of = client.getQueryData(tunnels.detail(state.state.data?.tunnel?.id ?? "").queryKey);
      return isUnderWay(actions, of?.tunnel_session?.id) ? pollOften(state) : poll(state);
    },
  });
  const absent = isAbsent(query.error);
  const endpoint = useLastKnown(endpoints, id, query.data);
  const before = useLastKnown(tunnels, `before ${id}`, useGoneTunnel(id)?.tunnel);
  const tunnel = useTunnelOf(endpoint) ?? before ?? null;
  // A tunnel's own endpoint is there for as long as it is.
  const was = endpoint ?? (before && { id, public_url: before.public_url, created_at: before.started_at });
  const followed = useLastKnown(endpoints, `after ${id}`, undefined);
  const { successor, listedAt, isLoading } = useSuccessor(absent ? was : undefined, tunnel, followed);
  // What serves in its place is not known before.
  const gone = absent && !isLoading;
  const last = useLastKnown(endpoints, `after ${id}`, successor?.item);
  const tunnelNow = useTunnelOf(last);
  const sessions = [tunnel, tunnelNow].flatMap((one) => one?.tunnel_session?.id ?? []);
  return {
    // Once its successor has ended too, that one is what was there last.
    query: absent
      ? asGone(query, isLoading ? query.data : successor ? endpoint : (last ?? endpoint), listedAt)
      : query,
    gone,
    successor,
    /** The tunnel that serves what is shown; of an endpoint that ended, the one that did. */
    tunnel: last ? tunnelNow : tunnel,
    /** The newest action about a session that served it. */
    latest: actions.findLast((action) => sessions.some((one) => isAbout(action, one))),
  };
}

/** The serving tunnel of an ephemeral endpoint; null until it is read, or where it can't be. */
function useTunnelOf(endpoint: Endpoint | undefined): Tunnel | null {
  const client = useQueryClient();
  const id = endpoint?.tunnel?.id ?? "";
  const { data } = useQuery({
    ...tunnels.detail(id),
    ...startFromList(client, tunnels, id),
    enabled: id !== "",
    refetchInterval: (state) => (isAbsent(state.state.error) ? false : poll(state)),
  });
  return useLastKnown(tunnels, id, data) ?? null;
}

function useSuccessor(gone: GoneEndpoint | undefined, tunnel: Tunnel | null, followed: Endpoint | undefined) {
  const enabled = gone !== undefined;
  const {
    data: endpointsNow = NO_ENDPOINTS,
    dataUpdatedAt: listedAt,
    isLoading,
  } = useQuery({
    ...endpoints.query,
    enabled,
    refetchInterval: lookAgainEndpoints,
  });
  const { data: tunnelsNow = NO_TUNNELS } = useQuery({
    ...tunnels.query,
    enabled,
    refetchInterval: lookAgainTunnels,
  });
  const tunnelAfter = useTunnelOf(followed);
  const next = useNextSession(tunnel?.tunnel_session?.id, enabled);
  const nextAfter = useNextSession(tunnelAfter?.tunnel_session?.id, enabled);
  const served = { endpoints: endpointsNow, tunnels: tunnelsNow };
  const successor =
    gone &&
    (successorOfEndpoint(gone, tunnel, next, served) ??
      successorAfter(gone, followed, endpointsNow, (one) =>
        successorOfEndpoint(one, tunnelAfter, nextAfter, served),
      ));
  return { successor: successor ?? null, listedAt, isLoading };
}
