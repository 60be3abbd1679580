import { httpsEdgeOperations, tcpEdgeOperations, tlsEdgeOperations } from "#contract/operations/edges.ts";
import { recordEvent } from "../events/recorder.ts";
import type { Implementation } from "../implement.ts";
import { deleteOwner, type EdgeKind, type RouteRow, routesOfEdges } from "../store/edges.ts";
import { modulesOf, modulesOfRoutes } from "../store/modules.ts";
import type { Db } from "../store/schema.ts";
import { crud } from "./crud.ts";
import { syncEndpoints } from "./edge-endpoints.ts";
import { byOwner, edgeWire, type ModulesByOwner } from "./edge-wire.ts";
import { writeModules } from "./module-writes.ts";
import { OWNER_EVENTS, ownerWire } from "./owner-wire.ts";

async function insideOf(
  db: Db,
  kind: EdgeKind,
  ids: readonly string[],
): Promise<{ routes: RouteRow[]; modules: ModulesByOwner }> {
  const own = await modulesOf(db, ids);
  if (kind !== "httpsEdge") return { routes: [], modules: byOwner(own) };
  const modules = byOwner([...own, ...(await modulesOfRoutes(db, ids))]);
  return { routes: await routesOfEdges(db, ids), modules };
}

/** Edges of one kind: the table, the modules and the path are all that differs. */
function edgesOf(kind: EdgeKind, operations: typeof tcpEdgeOperations) {
  return crud({
    kind,
    operations,
    audit: OWNER_EVENTS[kind],
    locked: true,
    beside: (db, rows) =>
      insideOf(
        db,
        kind,
        rows.map(({ id }) => id),
      ),
    wire: (row, at, inside) => edgeWire(kind, row, inside, at),
    create: (_, { body }) => ({ columns: { hostports: JSON.stringify(body.hostports ?? null) } }),
    update: (_, { hostports }) => (hostports ? { hostports: JSON.stringify(hostports) } : {}),
    written: async (trx, edge, { base, body }) => {
      await syncEndpoints(trx, kind, edge);
      return writeModules(trx, { owner: kind, id: edge.id, base, certificate: null }, body);
    },
    // Its routes go with it, each with an event of its own, once every lock is taken.
    remove: async (trx, { id }, caller) => {
      const routes = kind === "httpsEdge" ? await routesOfEdges(trx, [id]) : [];
      const gone = [];
      for (const route of routes) gone.push(await ownerWire(trx, "route", route, caller.base));
      await deleteOwner(trx, kind, id);
      for (const route of gone) await recordEvent(trx, caller, OWNER_EVENTS.route, "deleted", route);
    },
  });
}

/** All three have the fields of a TCP edge; each its own modules besides, which writeModules knows by name. */
export const edgeImplementations: Implementation[] = [
  ...edgesOf("httpsEdge", httpsEdgeOperations as unknown as typeof tcpEdgeOperations),
  ...edgesOf("tlsEdge", tlsEdgeOperations as unknown as typeof tcpEdgeOperations),
  ...edgesOf("tcpEdge", tcpEdgeOperations),
];
