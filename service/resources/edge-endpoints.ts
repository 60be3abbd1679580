import { invalid } from "../errors.ts";
import { publicUrl } from "../gateway/public-address.ts";
import { endpointChanges, takenHostports } from "../rules/hostports.ts";
import {
  deleteEndpoints,
  type EdgeKind,
  type EdgeRow,
  endpointsOfEdge,
  updateEndpointsOfEdge,
} from "../store/edges.ts";
import { newId } from "../store/ids.ts";
import { insertRows, type Row } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { hostportHolders } from "../store/sessions.ts";
import { timestamp } from "../store/time.ts";
import { EDGE_PATHS } from "./edge-wire.ts";

/** Where the endpoints of edges are; this service has one place. */
const REGION = "global";

/** The endpoint of one of an edge’s hostports. */
export function endpointRow(
  kind: EdgeKind,
  edge: Pick<EdgeRow, "id" | "metadata">,
  hostport: string,
  { id, at }: { id: string; at: string },
): Row<"endpoint"> {
  return {
    id,
    type: "edge",
    proto: EDGE_PATHS[kind],
    hostport,
    // Answers have the port where the edge listens then (online.ts).
    public_url: publicUrl(EDGE_PATHS[kind], hostport, { httpsPort: null }),
    region: REGION,
    metadata: edge.metadata,
    created_at: at,
    updated_at: at,
    tunnel_id: null,
    edge_id: edge.id,
  };
}

async function checkFree(
  trx: Db,
  edge: EdgeRow,
  hostports: readonly string[],
  missing: readonly string[],
): Promise<void> {
  // What it has it may keep, also where another one got the same port before that was refused.
  const taken = takenHostports(hostports, await hostportHolders(trx, missing), edge.id);
  const [first] = taken;
  if (!first) return;
  const issues = taken.map(({ path, message }) => ({ path, message: `${message}. Choose another address` }));
  throw invalid("hostportTaken", `${first.hostport} ${first.message}. Choose another address.`, issues);
}

/**
 * Makes an edge's endpoints those of its hostports, with its metadata. An endpoint whose hostport stays keeps its id.
 * Call it in the transaction that writes the edge.
 *
 * @throws ApiProblem 409 when a hostport is served by another edge of any kind, or by a tunnel; of TCP, its port.
 */
export async function syncEndpoints(trx: Db, kind: EdgeKind, edge: EdgeRow): Promise<void> {
  const hostports = (JSON.parse(edge.hostports) as string[] | null) ?? [];
  const endpoints = await endpointsOfEdge(trx, edge.id);
  const { gone, missing } = endpointChanges(endpoints, hostports);
  await checkFree(trx, edge, hostports, missing);
  const now = timestamp();
  await deleteEndpoints(
    trx,
    gone.map(({ id }) => id),
  );
  if (endpoints.some(({ metadata }) => metadata !== edge.metadata)) {
    await updateEndpointsOfEdge(trx, edge.id, { metadata: edge.metadata, updated_at: now });
  }
  const rows = missing.map((hostport) =>
    endpointRow(kind, edge, hostport, { id: newId("endpoint"), at: now }),
  );
  await insertRows(trx, "endpoint", ...rows);
}
