import type { QueryClient } from "@tanstack/react-query";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { EDGE_KINDS } from "./edge-names.ts";
import { edges, routesOf } from "./edges.ts";
import type { EdgeProtocol } from "./paths.ts";

/** What has modules: an edge, or a route of an HTTPS edge. */
export type OwnerAddress =
  | { owner: "route"; edgeId: string; routeId: string }
  | { owner: Exclude<ModuleOwner, "route">; edgeId: string };

/** Which edge an owner is, or is a route of. */
export type EdgeAddress = { protocol: EdgeProtocol; id: string };

const PROTOCOLS = { route: "https", httpsEdge: "https", tlsEdge: "tls", tcpEdge: "tcp" } as const;

export function edgeOf({ owner, edgeId }: OwnerAddress): EdgeAddress {
  return { protocol: PROTOCOLS[owner], id: edgeId };
}

export function ownerOfEdge({ protocol, id }: EdgeAddress): OwnerAddress {
  return { owner: EDGE_KINDS[protocol], edgeId: id };
}

/** The id of an owner. */
export const ownerIdOf = (address: OwnerAddress): string =>
  address.owner === "route" ? address.routeId : address.edgeId;

/** The collection that an owner is in, and its id there. */
function placeOf(address: OwnerAddress) {
  const { owner, edgeId } = address;
  return { of: owner === "route" ? routesOf(edgeId) : edges[PROTOCOLS[owner]], id: ownerIdOf(address) };
}

/** Path of an owner below the base URL, each id encoded. */
export function ownerPath(address: OwnerAddress): string {
  const { of, id } = placeOf(address);
  return of.pathOf(id);
}

/** Reads an owner past the cache. @throws ApiError 404 or 405 where the service knows none, or can't read one. */
export function readOwner(client: QueryClient, address: OwnerAddress, signal?: AbortSignal): Promise<object> {
  const { of, id } = placeOf(address);
  return of.fetchOne(id, { client, signal });
}

/** The cached answers that show an owner's modules: its own first. */
export function ownerKeys(address: OwnerAddress) {
  const { of, id } = placeOf(address);
  const { protocol, id: edgeId } = edgeOf(address);
  const edge = edges[protocol];
  const keys = [of.detailKey(id), edge.detailKey(edgeId), edge.query.queryKey];
  return address.owner === "route" ? keys : keys.slice(1);
}
