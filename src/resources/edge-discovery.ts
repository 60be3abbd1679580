import { useQuery, type QueryClient } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { ID_PREFIXES } from "#contract/common.ts";
import type { HttpsEdge } from "#contract/edge.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { EDGE_KINDS, EDGE_PROTOCOLS } from "./edge-names.ts";
import { endpoints } from "./endpoints.ts";
import type { EdgeProtocol } from "./paths.ts";

/** An edge as a list shows it: from endpoints only its id and hostports are known for sure, the rest where it answers. */
export type EdgeRow = Pick<HttpsEdge, "id"> & Partial<HttpsEdge>;

/** The kind of edge that an id is of, by its prefix; of an id without one, by the path in its `uri`. */
export function protocolOf({ id, uri = "" }: { id: string; uri?: string | undefined }): EdgeProtocol | null {
  const byPrefix = EDGE_PROTOCOLS.find((protocol) => id.startsWith(`${ID_PREFIXES[EDGE_KINDS[protocol]]}_`));
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

const discoveredKey = (protocol: EdgeProtocol) => [`${protocol}_edges`, "discovered"] as const;

/** Whether the edges of a kind had to be discovered from endpoints. */
export function useDiscovered(protocol: EdgeProtocol): boolean {
  const queryKey = discoveredKey(protocol);
  return useQuery({ queryKey, queryFn: () => false, enabled: false }).data ?? false;
}

/** So many discovered edges are read one by one; of more only their hostports are shown. */
const DETAILS_MAX = 50;

/** The edges of a kind that endpoints name, each as `readOne` reads it; one that can't be read keeps its hostports. */
export async function edgesOfEndpoints(
  client: QueryClient,
  protocol: EdgeProtocol,
  readOne: (id: string) => Promise<EdgeRow>,
): Promise<EdgeRow[]> {
  client.setQueryData(discoveredKey(protocol), true);
  const rows = rowsOfEndpoints(await client.fetchQuery(endpoints.query), protocol);
  const read = rows.slice(0, DETAILS_MAX).map(async (row) => {
    try {
      return await readOne(row.id);
    } catch (error) {
      if (isAbsent(error)) return row;
      throw error;
    }
  });
  return [...(await Promise.all(read)), ...rows.slice(DETAILS_MAX)];
}
