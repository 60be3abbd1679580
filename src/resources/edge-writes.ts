import type { QueryClient } from "@tanstack/react-query";
import type { HttpsEdgeCreate, TcpEdgeCreate, TlsEdgeCreate } from "#contract/edge-request.ts";
import { Route } from "#contract/route.ts";
import type { RouteCreate, RouteUpdate } from "#contract/route-request.ts";
import { request } from "#api/client.ts";
import { edgeLists } from "./edge-lists.ts";
import { edgeKeys, fetchRoute, routePath } from "./edges.ts";
import { endpoints } from "./endpoints.ts";
import {
  anyEdgeQuery,
  EDGE_ANSWERS,
  edgePath,
  fetchAnyEdge,
  type AnyEdge,
  type EdgeAddress,
  type EdgeProtocol,
} from "./module-owner.ts";

/** What an edge is made from; each kind takes its own modules besides (protocol-facts.md#edges). */
export type EdgeCreate = HttpsEdgeCreate | TlsEdgeCreate | TcpEdgeCreate;

/** What of an edge itself can be changed: what is left out stays, `hostports` replaces the list (protocol-facts.md#updates). */
export type EdgeTexts = Pick<HttpsEdgeCreate, "hostports" | "description" | "metadata">;

/** Path of all edges of a kind, or of all routes of an HTTPS edge: where a new one is posted. */
export const edgesPath = (protocol: EdgeProtocol) => `/edges/${protocol}`;
export const routesPath = (edgeId: string) => `${edgePath({ protocol: "https", id: edgeId })}/routes`;

/** The lists that show an edge: its kind's, and that of endpoints, which its hostports are. */
function refresh(client: QueryClient, protocol: EdgeProtocol): void {
  for (const { queryKey } of [edgeLists[protocol].query, endpoints.query])
    void client.invalidateQueries({ queryKey, exact: true });
}

/** What is deleted is read again where it is shown, so that its page says so, and forgotten elsewhere. */
function forget(client: QueryClient, queryKey: readonly string[]): void {
  client.removeQueries({ queryKey, exact: true, type: "inactive" });
  void client.invalidateQueries({ queryKey, exact: true });
}

/**
 * Reads past the cache and writes of edges; each puts its answer in the cache and refreshes what shows it. Creating and
 * changing is refused with 409 at `hostports` when one is taken (protocol-facts.md#edges, 7122).
 */
export function edgeWrites(client: QueryClient) {
  const settle = (protocol: EdgeProtocol, edge: AnyEdge) => {
    client.setQueryData(anyEdgeQuery({ protocol, id: edge.id }).queryKey, edge);
    refresh(client, protocol);
    return edge;
  };
  return {
    read: async (address: EdgeAddress) => {
      const edge = await fetchAnyEdge(address);
      client.setQueryData(anyEdgeQuery(address).queryKey, edge);
      return edge;
    },
    create: async (protocol: EdgeProtocol, body: EdgeCreate) =>
      settle(
        protocol,
        await request({ method: "POST", path: edgesPath(protocol), body, answer: EDGE_ANSWERS[protocol] }),
      ),
    update: async (address: EdgeAddress, body: EdgeTexts) =>
      settle(
        address.protocol,
        await request({
          method: "PATCH",
          path: edgePath(address),
          body,
          answer: EDGE_ANSWERS[address.protocol],
        }),
      ),
    /** Deletes an edge with its modules, routes and endpoints, at once. */
    remove: async (address: EdgeAddress) => {
      await request({ method: "DELETE", path: edgePath(address) });
      forget(client, anyEdgeQuery(address).queryKey);
      refresh(client, address.protocol);
    },
  };
}

/**
 * Reads past the cache and writes of an HTTPS edge's routes. Creating and changing is refused with 409 at `match` when
 * another route of the edge has it (protocol-facts.md#routes, 7126).
 */
export function routeWrites(client: QueryClient, edgeId: string) {
  const refreshEdge = () => {
    for (const queryKey of [edgeKeys.detail(edgeId), edgeKeys.list])
      void client.invalidateQueries({ queryKey, exact: true });
  };
  const settle = (route: Route) => {
    client.setQueryData(edgeKeys.route(edgeId, route.id), route);
    refreshEdge();
    return route;
  };
  return {
    read: async (routeId: string) => {
      const route = await fetchRoute(edgeId, routeId);
      client.setQueryData(edgeKeys.route(edgeId, routeId), route);
      return route;
    },
    create: async (body: RouteCreate) =>
      settle(await request({ method: "POST", path: routesPath(edgeId), body, answer: Route })),
    update: async (routeId: string, body: RouteUpdate) =>
      settle(await request({ method: "PATCH", path: routePath(edgeId, routeId), body, answer: Route })),
    /** Deletes a route with its modules. */
    remove: async (routeId: string) => {
      await request({ method: "DELETE", path: routePath(edgeId, routeId) });
      forget(client, edgeKeys.route(edgeId, routeId));
      refreshEdge();
    },
  };
}
