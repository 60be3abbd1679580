import { queryOptions } from "@tanstack/react-query";
import { pollEvery } from "#api/query-client.ts";
import { request } from "#api/client.ts";
import { requestNothing } from "#api/request-nothing.ts";
import { LiveState, type LiveStateReset } from "#contract/traffic/live-state.ts";
import { routesOf } from "./edges.ts";

const POLL_MS = 3_000;

const pathOf = (edgeId: string, routeId: string): string => `${routesOf(edgeId).pathOf(routeId)}/live_state`;

/** What the breaker and the rate limits of a route are at, read often. An extension (decisions/api/extensions.md). */
export const liveState = (edgeId: string, routeId: string) =>
  queryOptions({
    queryKey: ["live_state", routeId],
    queryFn: ({ signal }) =>
      request({ method: "GET", path: pathOf(edgeId, routeId), answer: LiveState, signal }),
    staleTime: 0,
    refetchInterval: pollEvery(POLL_MS),
  });

/** Has a module of a route count anew, at every edge. */
export const resetLiveState = (edgeId: string, routeId: string, body: LiveStateReset): Promise<void> =>
  requestNothing({ method: "POST", path: `${pathOf(edgeId, routeId)}/reset`, body });
