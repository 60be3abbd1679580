import { queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { HttpsEdge, TcpEdge, TlsEdge } from "#contract/edge.ts";
import type { ModuleOwner } from "#contract/modules/contracts.ts";
import { request } from "#api/client.ts";
import { edgeKeys, fetchRoute, routePath } from "./edges.ts";

/** What has modules: an edge, or a route of an HTTPS edge. */
export type OwnerAddress =
  | { owner: "route"; edgeId: string; routeId: string }
  | { owner: Exclude<ModuleOwner, "route">; edgeId: string };

/** The part of a path that names the kind of edge. */
export type EdgeProtocol = "https" | "tls" | "tcp";

/** Which edge an owner is, or is a route of. */
export type EdgeAddress = { protocol: EdgeProtocol; id: string };

const PROTOCOLS = { route: "https", httpsEdge: "https", tlsEdge: "tls", tcpEdge: "tcp" } as const;
const OWNERS = { https: "httpsEdge", tls: "tlsEdge", tcp: "tcpEdge" } as const;

export function edgeOf({ owner, edgeId }: OwnerAddress): EdgeAddress {
  return { protocol: PROTOCOLS[owner], id: edgeId };
}

export function ownerOfEdge({ protocol, id }: EdgeAddress): OwnerAddress {
  return { owner: OWNERS[protocol], edgeId: id };
}

/** Path of an edge below the base URL, its id encoded. */
export function edgePath({ protocol, id }: EdgeAddress): string {
  return `/edges/${protocol}/${encodeURIComponent(id)}`;
}

/** Path of an owner below the base URL, each id encoded. */
export function ownerPath(address: OwnerAddress): string {
  return address.owner === "route" ? routePath(address.edgeId, address.routeId) : edgePath(edgeOf(address));
}

/** An edge of any kind: modules by wire name beside what every edge has; only HTTPS edges have routes. */
export type AnyEdge = Pick<HttpsEdge, "id" | "created_at" | "hostports" | "description" | "metadata"> & {
  routes?: HttpsEdge["routes"];
  [field: string]: unknown;
};

/** What the service answers of an edge, by kind. */
export const EDGE_ANSWERS: Record<EdgeProtocol, z.ZodMiniType<AnyEdge>> = {
  https: HttpsEdge,
  tls: TlsEdge,
  tcp: TcpEdge,
};
const keyOf = ({ protocol, id }: EdgeAddress): readonly string[] =>
  protocol === "https" ? edgeKeys.detail(id) : [`${protocol}_edges`, "detail", id];

/** Reads an edge past the cache. */
export function fetchAnyEdge(address: EdgeAddress, signal?: AbortSignal): Promise<AnyEdge> {
  return request({ method: "GET", path: edgePath(address), answer: EDGE_ANSWERS[address.protocol], signal });
}

/** One edge of any kind (protocol-facts.md#edges). */
export function anyEdgeQuery(address: EdgeAddress) {
  return queryOptions({
    queryKey: keyOf(address),
    queryFn: ({ signal }) => fetchAnyEdge(address, signal),
  });
}

/** Reads an owner past the cache. @throws ApiError 404 or 405 where the service knows none, or can't read one. */
export async function readOwner(address: OwnerAddress, signal?: AbortSignal): Promise<object> {
  return address.owner === "route"
    ? fetchRoute(address.edgeId, address.routeId, signal)
    : fetchAnyEdge(edgeOf(address), signal);
}

/** The cached answers that show an owner's modules. */
export function ownerKeys(address: OwnerAddress): (readonly string[])[] {
  const edge = edgeOf(address);
  const shown = [keyOf(edge), [`${edge.protocol}_edges`, "list"]];
  return address.owner === "route" ? [edgeKeys.route(address.edgeId, address.routeId), ...shown] : shown;
}
