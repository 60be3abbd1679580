import { httpsEdgeOperations } from "#contract/operations/edges.ts";
import { ApiProblem } from "../errors.ts";
import { implement } from "../implement.ts";
import { found } from "../rules/found.ts";
import {
  type HttpsEdgeRow,
  httpsEdgeById,
  httpsEdgesBefore,
  insertHttpsEdge,
  routesOfEdges,
} from "../store/edges.ts";
import { newId } from "../store/ids.ts";
import { readPage } from "../store/pages.ts";
import type { Db } from "../store/schema.ts";
import { hostportHolders } from "../store/sessions.ts";
import { timestamp } from "../store/time.ts";
import { httpsEdgeWire } from "./edge-wire.ts";

/** Where the endpoints of edges are; this service has one place. */
const REGION = "global";

async function checkFree(db: Db, hostports: readonly string[]): Promise<void> {
  const [taken] = await hostportHolders(db, hostports);
  if (!taken) return;
  const holder = taken.edge_id ? `edge ${taken.edge_id}` : `tunnel ${taken.tunnel_id}`;
  const path = ["hostports", hostports.indexOf(taken.hostport)];
  throw new ApiProblem(
    "hostportTaken",
    `${taken.hostport} is already served by ${holder}. Choose another one.`,
    {
      details: { issues: JSON.stringify([{ path, message: `is already served by ${holder}` }]) },
    },
  );
}

function endpointRow(edge: HttpsEdgeRow, hostport: string) {
  return {
    id: newId("endpoint"),
    type: "edge" as const,
    proto: "https",
    hostport,
    public_url: `https://${hostport.replace(/:443$/, "")}`,
    region: REGION,
    metadata: edge.metadata,
    created_at: edge.created_at,
    updated_at: edge.created_at,
    tunnel_id: null,
    edge_id: edge.id,
  };
}

export const httpsEdgeRoutes = [
  implement(httpsEdgeOperations.create, async ({ db }, { base, body }) => {
    const edge: HttpsEdgeRow = {
      id: newId("httpsEdge"),
      description: body.description ?? "",
      metadata: body.metadata ?? "",
      hostports: JSON.stringify(body.hostports ?? null),
      created_at: timestamp(),
    };
    const hostports = body.hostports ?? [];
    await db.transaction().execute(async (trx) => {
      await checkFree(trx, hostports);
      await insertHttpsEdge(
        trx,
        edge,
        hostports.map((hostport) => endpointRow(edge, hostport)),
      );
    });
    return httpsEdgeWire(edge, { routes: [], modules: [] }, base);
  }),

  implement(httpsEdgeOperations.list, async ({ db }, { base, query }) => {
    const uri = `${base}/edges/https`;
    const { rows, ...page } = await readPage("httpsEdge", query, uri, (slice) => httpsEdgesBefore(db, slice));
    const inside = await routesOfEdges(
      db,
      rows.map(({ id }) => id),
    );
    return { https_edges: rows.map((row) => httpsEdgeWire(row, inside, base)), ...page };
  }),

  implement(httpsEdgeOperations.get, async ({ db }, { base, params: { id } }) => {
    const edge = await found("httpsEdge", id, () => httpsEdgeById(db, id));
    return httpsEdgeWire(edge, await routesOfEdges(db, [id]), base);
  }),
];
