import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type * as z from "zod/mini";
import { closedPortsQuery } from "#api/closed-ports.ts";
import { isAbsent } from "#api/errors.ts";
import { scannedList } from "#api/scanned-list.ts";
import { HttpsEdge, TcpEdge, TlsEdge } from "#contract/edge.ts";
import type { HttpsEdgeCreate, TcpEdgeCreate, TlsEdgeCreate } from "#contract/edge-request.ts";
import { Route } from "#contract/route.ts";
import type { RouteCreate, RouteUpdate } from "#contract/route-request.ts";
import { edgesOfEndpoints, type EdgeRow } from "./edge-discovery.ts";
import { EDGE_KINDS, edgeName, protocolOf } from "./edge-names.ts";
import { endpoints } from "./endpoints.ts";
import { KINDS } from "./kinds.ts";
import type { EdgeProtocol } from "./paths.ts";
import { kindOf } from "./ref-target.ts";
import { collection } from "./resource.ts";

/** An edge of any kind: modules by wire name beside what every edge has; only HTTPS edges have routes. */
export type AnyEdge = Pick<HttpsEdge, "id" | "created_at" | "hostports" | "description" | "metadata"> & {
  routes?: HttpsEdge["routes"];
  [field: string]: unknown;
};

/** What an edge is made from; each kind takes its own modules besides (protocol-facts.md#edges). */
export type EdgeCreate = HttpsEdgeCreate | TlsEdgeCreate | TcpEdgeCreate;

/** What of an edge itself can be changed: what is left out stays, `hostports` replaces the list (protocol-facts.md#updates). */
export type EdgeTexts = Pick<HttpsEdgeCreate, "hostports" | "description" | "metadata">;

const ANSWERS = { https: HttpsEdge, tls: TlsEdge, tcp: TcpEdge };
const DETAIL_FRESH_MS = 60_000;

/**
 * The edges of one kind; where the service has no list of them, those that endpoints name (decisions/api/extensions.md).
 * Making and changing one is refused with 409 at `hostports` when one is taken (protocol-facts.md#edges, 7122); deleting it
 * takes its modules, routes and endpoints along.
 */
function edgesOf(protocol: EdgeProtocol) {
  const kind = EDGE_KINDS[protocol];
  const path = `/edges/${protocol}`;
  const key = `${protocol}_edges`;
  const row: z.ZodMiniType<EdgeRow> = ANSWERS[protocol];
  const answer: z.ZodMiniType<AnyEdge> = ANSWERS[protocol];
  const list = scannedList<EdgeRow>({
    path,
    key,
    item: row,
    fallback: (client): Promise<EdgeRow[]> =>
      edgesOfEndpoints(client, protocol, (id) =>
        client.fetchQuery({ ...one.detail(id), staleTime: DETAIL_FRESH_MS }),
      ),
  });
  const one = collection<AnyEdge, AnyEdge, EdgeCreate, EdgeTexts>({
    path,
    answer,
    detailKey: (id) => [key, "detail", id],
    shownIn: [list.query.queryKey, endpoints.query.queryKey, closedPortsQuery.queryKey],
  });
  const moreOf = ({ hostports, description }: EdgeRow) => [...(hostports ?? []), description];
  return { ...KINDS[kind], kind, ...list, ...one, nameOf: edgeName, moreOf };
}

/** The edges of each kind. */
export const edges = { https: edgesOf("https"), tls: edgesOf("tls"), tcp: edgesOf("tcp") };

/**
 * The routes of an HTTPS edge. Where the service can't read a single one, it is looked up in its edge
 * (decisions/contract/module-paths.md). Making and changing
 * one is refused with 409 at `match` when another route of the edge has it (protocol-facts.md#routes, 7126).
 */
export function routesOf(edgeId: string) {
  const { https } = edges;
  return collection<Route, Route, RouteCreate, RouteUpdate>({
    path: `${https.pathOf(edgeId)}/routes`,
    answer: Route,
    detailKey: (id) => ["https_edges", "route", edgeId, id],
    shownIn: [https.detailKey(edgeId), https.query.queryKey],
    lookUp: async (id, reading) => {
      try {
        return (await https.fetchOne(edgeId, reading)).routes?.find((route) => route.id === id);
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
  });
}

const KNOWN_FRESH_MS = 30_000;

/**
 * The edges of all kinds for pages that only name them; undefined until every kind has answered or failed, and when none
 * could be read. What can't be read is left out.
 */
export function useKnownEdges(): { edges: readonly EdgeRow[] | undefined; isPending: boolean } {
  const https = useQuery({ ...edges.https.query, staleTime: KNOWN_FRESH_MS });
  const tls = useQuery({ ...edges.tls.query, staleTime: KNOWN_FRESH_MS });
  const tcp = useQuery({ ...edges.tcp.query, staleTime: KNOWN_FRESH_MS });
  const isPending = https.isPending || tls.isPending || tcp.isPending;
  const known = useMemo(() => {
    const read = [https.data, tls.data, tcp.data].filter((data) => data !== undefined);
    return isPending || read.length === 0 ? undefined : read.flat();
  }, [https.data, tls.data, tcp.data, isPending]);
  return { edges: known, isPending };
}

/**
 * Whether the service has an edge, which is asked once what listens for it `hasEnded`; undefined until it has answered since. The
 * known edges are read again then, and where they lack it: it was created a moment ago.
 */
export function useEdgeThere(id: string | undefined, hasEnded: boolean): boolean | undefined {
  const client = useQueryClient();
  const of = edges[protocolOf(kindOf(id ?? "")) ?? "https"];
  const { edges: known } = useKnownEdges();
  const isMissing = id !== undefined && known !== undefined && !known.some((one) => one.id === id);
  const asks = id !== undefined && hasEnded;
  useEffect(() => {
    if (isMissing || asks) void client.refetchQueries({ queryKey: of.query.queryKey, exact: true });
  }, [client, of, isMissing, asks]);
  const { isFetching, error } = useQuery({ ...of.detail(id ?? ""), enabled: asks, staleTime: 0 });
  if (!asks || isFetching) return undefined;
  return error === null ? true : isAbsent(error) ? false : undefined;
}
