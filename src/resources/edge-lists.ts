import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type * as z from "zod/mini";
import { ID_PREFIXES } from "#contract/common.ts";
import { HttpsEdge, TcpEdge, TlsEdge } from "#contract/edge.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { endpoints } from "./endpoints.ts";
import { isAbsent } from "#api/errors.ts";
import { anyEdgeQuery, type EdgeProtocol } from "./module-owner.ts";
import { scannedList } from "#api/scanned-list.ts";

/** An edge as a list shows it: from endpoints only its id and hostports are known for sure, the rest where it answers. */
export type EdgeRow = Pick<HttpsEdge, "id"> & Partial<HttpsEdge>;

export const EDGE_PROTOCOLS = ["https", "tls", "tcp"] as const satisfies readonly EdgeProtocol[];

const ANSWERS: Record<EdgeProtocol, z.ZodMiniType<EdgeRow>> = {
  https: HttpsEdge,
  tls: TlsEdge,
  tcp: TcpEdge,
};

const listOfKind = (protocol: EdgeProtocol) =>
  scannedList<EdgeRow>({
    path: `/edges/${protocol}`,
    key: `${protocol}_edges`,
    item: ANSWERS[protocol],
    fallback: (client) => edgesOfEndpoints(client, protocol),
  });

/** Every edge of a kind, newest first (protocol-facts.md#edges); where the service has no such list, those that endpoints name (decisions/api/extensions.md). */
export const edgeLists = { https: listOfKind("https"), tls: listOfKind("tls"), tcp: listOfKind("tcp") };

const discoveredKey = (protocol: EdgeProtocol) => [`${protocol}_edges`, "discovered"] as const;

/** Whether the edges of a kind had to be discovered from endpoints. */
export function useDiscovered(protocol: EdgeProtocol): boolean {
  const queryKey = discoveredKey(protocol);
  return useQuery({ queryKey, queryFn: () => false, enabled: false }).data ?? false;
}

const KNOWN_FRESH_MS = 30_000;

/**
 * The edges of all kinds for pages that only name them; undefined until every kind has answered or failed, and when none
 * could be read. What can't be read is left out.
 */
export function useKnownEdges(): { edges: readonly EdgeRow[] | undefined; isPending: boolean } {
  const https = useQuery({ ...edgeLists.https.query, staleTime: KNOWN_FRESH_MS });
  const tls = useQuery({ ...edgeLists.tls.query, staleTime: KNOWN_FRESH_MS });
  const tcp = useQuery({ ...edgeLists.tcp.query, staleTime: KNOWN_FRESH_MS });
  const isPending = https.isPending || tls.isPending || tcp.isPending;
  const edges = useMemo(() => {
    const read = [https.data, tls.data, tcp.data].filter((data) => data !== undefined);
    return isPending || read.length === 0 ? undefined : read.flat();
  }, [https.data, tls.data, tcp.data, isPending]);
  return { edges, isPending };
}

const PREFIXES: Record<EdgeProtocol, string> = {
  https: ID_PREFIXES.httpsEdge,
  tls: ID_PREFIXES.tlsEdge,
  tcp: ID_PREFIXES.tcpEdge,
};

/** The kind of edge that an id is of, by its prefix; of an id without one, by the path in its `uri`. */
export function protocolOf({ id, uri = "" }: { id: string; uri?: string | undefined }): EdgeProtocol | null {
  const byPrefix = EDGE_PROTOCOLS.find((protocol) => id.startsWith(`${PREFIXES[protocol]}_`));
  return byPrefix ?? EDGE_PROTOCOLS.find((protocol) => uri.includes(`/edges/${protocol}/`)) ?? null;
}

/** One row for each edge of a kind among the endpoints, in their order, with the hostports that point at it. */
export function rowsOfEndpoints(
  all: readonly Pick<Endpoint, "edge" | "hostport">[],
  protocol: EdgeProtocol,
): (EdgeRow & { hostports: string[] })[] {
  const rows = new Map<string, string[]>();
  for (const { edge, hostport } of all) {
    if (!edge || protocolOf(edge) !== protocol) continue;
    const hostports = rows.get(edge.id) ?? [];
    if (hostport && !hostports.includes(hostport)) hostports.push(hostport);
    rows.set(edge.id, hostports);
  }
  return [...rows].map(([id, hostports]) => ({ id, hostports }));
}

/** So many discovered edges are read one by one; of more only their hostports are shown. */
const DETAILS_MAX = 50;
const DETAIL_FRESH_MS = 60_000;

async function edgesOfEndpoints(client: QueryClient, protocol: EdgeProtocol): Promise<EdgeRow[]> {
  client.setQueryData(discoveredKey(protocol), true);
  const rows = rowsOfEndpoints(await client.fetchQuery(endpoints.query), protocol);
  const read = await Promise.all(rows.slice(0, DETAILS_MAX).map((row) => withDetail(client, protocol, row)));
  return [...read, ...rows.slice(DETAILS_MAX)];
}

/** An edge as it answers itself; one that can't be read keeps its hostports. */
async function withDetail(client: QueryClient, protocol: EdgeProtocol, row: EdgeRow): Promise<EdgeRow> {
  try {
    const query = anyEdgeQuery({ protocol, id: row.id });
    return await client.fetchQuery({ ...query, staleTime: DETAIL_FRESH_MS });
  } catch (error) {
    if (isAbsent(error)) return row;
    throw error;
  }
}
