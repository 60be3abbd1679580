import { queryOptions } from "@tanstack/react-query";
import { HttpsEdge } from "#contract/edge.ts";
import { ID_PREFIXES } from "#contract/common.ts";
import { Endpoint } from "#contract/endpoint.ts";
import { Route } from "#contract/route.ts";
import { request } from "./client.ts";
import { isAbsent } from "./errors.ts";
import { fetchList } from "./list.ts";

export const edgeKeys = {
  list: ["https_edges", "list"],
  detail: (id: string) => ["https_edges", "detail", id],
  route: (edgeId: string, routeId: string) => ["https_edges", "route", edgeId, routeId],
} as const;

const pathOf = (id: string) => `/edges/https/${encodeURIComponent(id)}`;

/** An edge as the list shows it. From endpoints only its id and hostports are known for sure, the rest where it answers. */
export type EdgeRow = Pick<HttpsEdge, "id"> & Partial<HttpsEdge>;

export type EdgeList = {
  edges: EdgeRow[];
  /** Where they come from: the list of edges, or the `edge` Refs of endpoints where the service has no such list. */
  source: "list" | "endpoints";
};

/** Every HTTPS edge (family-facts §3), else those that endpoints point at (design decision 5). */
export const edgesQuery = queryOptions({
  queryKey: edgeKeys.list,
  queryFn: async ({ signal }): Promise<EdgeList> => {
    try {
      const edges = await fetchList({ path: "/edges/https", key: "https_edges", item: HttpsEdge, signal });
      return { edges, source: "list" };
    } catch (error) {
      if (!isAbsent(error)) throw error;
      return { edges: await edgesOfEndpoints(signal), source: "endpoints" };
    }
  },
});

/** The HTTPS edges that endpoints name in their `edge` Ref, each read once; one that can't be read keeps its hostports. */
async function edgesOfEndpoints(signal: AbortSignal): Promise<EdgeRow[]> {
  const endpoints = await fetchList({ path: "/endpoints", key: "endpoints", item: Endpoint, signal });
  return Promise.all(rowsOfEndpoints(endpoints).map((row) => withDetail(row, signal)));
}

/** One row for each HTTPS edge among the endpoints, in their order, with the hostports that point at it. */
export function rowsOfEndpoints(endpoints: readonly Endpoint[]): (EdgeRow & { hostports: string[] })[] {
  const rows = new Map<string, string[]>();
  for (const { edge, hostport } of endpoints) {
    if (!edge?.id.startsWith(`${ID_PREFIXES.httpsEdge}_`)) continue;
    const hostports = rows.get(edge.id) ?? [];
    if (hostport && !hostports.includes(hostport)) hostports.push(hostport);
    rows.set(edge.id, hostports);
  }
  return [...rows].map(([id, hostports]) => ({ id, hostports }));
}

async function withDetail(row: EdgeRow, signal: AbortSignal): Promise<EdgeRow> {
  try {
    return await fetchEdge(row.id, signal);
  } catch (error) {
    if (isAbsent(error)) return row;
    throw error;
  }
}

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

/** One route. Where the service can't read a single route, it is looked up in its edge (design decision 3). */
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
