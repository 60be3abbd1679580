import { queryOptions } from "@tanstack/react-query";
import { HttpsEdge } from "#contract/edge.ts";
import { Route } from "#contract/route.ts";
import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";

export const edgeKeys = {
  list: ["https_edges", "list"],
  detail: (id: string) => ["https_edges", "detail", id],
  route: (edgeId: string, routeId: string) => ["https_edges", "route", edgeId, routeId],
} as const;

const pathOf = (id: string) => `/edges/https/${encodeURIComponent(id)}`;

function fetchEdge(id: string, signal?: AbortSignal): Promise<HttpsEdge> {
  return request({ method: "GET", path: pathOf(id), answer: HttpsEdge, signal });
}

/** One HTTPS edge with its routes. */
export function edgeQuery(id: string) {
  return queryOptions({
    queryKey: edgeKeys.detail(id),
    queryFn: ({ signal }) => fetchEdge(id, signal),
  });
}

/** One route. Where the service can't read a single route, it is looked up in its edge (decisions/contract/module-paths.md). */
export function routeQuery(edgeId: string, routeId: string) {
  return queryOptions({
    queryKey: edgeKeys.route(edgeId, routeId),
    queryFn: ({ signal }) => fetchRoute(edgeId, routeId, signal),
  });
}

/** Reads one route past the cache, see {@link routeQuery}. */
export async function fetchRoute(edgeId: string, routeId: string, signal?: AbortSignal): Promise<Route> {
  const path = routePath(edgeId, routeId);
  try {
    return await request({ method: "GET", path, answer: Route, signal });
  } catch (error) {
    if (!isAbsent(error)) throw error;
    const found = await routeInEdge(edgeId, routeId, signal);
    if (found) return found;
    throw error;
  }
}

/** Path of a route below the base URL, each id encoded. */
export function routePath(edgeId: string, routeId: string): string {
  return `${pathOf(edgeId)}/routes/${encodeURIComponent(routeId)}`;
}

async function routeInEdge(
  edgeId: string,
  routeId: string,
  signal?: AbortSignal,
): Promise<Route | undefined> {
  try {
    const edge = await fetchEdge(edgeId, signal);
    return edge.routes?.find((route) => route.id === routeId);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
