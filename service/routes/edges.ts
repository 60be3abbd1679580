import { OWNER_MODULES } from "#contract/modules/contracts.ts";
import { httpsEdgeOperations, tcpEdgeOperations, tlsEdgeOperations } from "#contract/operations/edges.ts";
import { type Implementation, implement } from "../implement.ts";
import { found } from "../rules/found.ts";
import { type RouteRow, routesOfEdges } from "../store/edge-routes.ts";
import {
  deleteEdge,
  edgeById,
  type EdgeKind,
  type EdgeRow,
  edgesBefore,
  insertEdge,
  lockedEdge,
  updateEdge,
} from "../store/edges.ts";
import { newId } from "../store/ids.ts";
import { modulesOf, modulesOfRoutes } from "../store/modules.ts";
import { readPage } from "../store/pages.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";
import { syncEndpoints } from "./edge-endpoints.ts";
import { byOwner, EDGE_PATHS, edgeWire, type ModulesByOwner } from "./edge-wire.ts";
import { writeModules } from "./module-writes.ts";

/** All three have the fields of a TCP edge; each its own modules besides, which writeModules knows by name. */
const OPERATIONS: Record<EdgeKind, typeof tcpEdgeOperations> = {
  httpsEdge: httpsEdgeOperations as unknown as typeof tcpEdgeOperations,
  tlsEdge: tlsEdgeOperations as unknown as typeof tcpEdgeOperations,
  tcpEdge: tcpEdgeOperations,
};

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

/** The fields of a body that are modules of this kind of edge. */
function modulesIn(kind: EdgeKind, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(OWNER_MODULES[kind]).map((name) => [name, body[name]]));
}

/** Edges of one kind: the tables, the modules and the path are all that differs. */
function edgeRoutes(kind: EdgeKind): Implementation[] {
  const operations = OPERATIONS[kind];
  const path = `/edges/${EDGE_PATHS[kind]}`;
  const target = (id: string, base: string) => ({
    owner: kind,
    id,
    origin: base.replace(/\/api$/, ""),
    certificate: null,
  });
  const wire = async (db: Db, row: EdgeRow, base: string) =>
    edgeWire(kind, row, await insideOf(db, kind, [row.id]), base);
  return [
    implement(operations.create, async ({ db }, { base, body }) =>
      db.transaction().execute(async (trx) => {
        const edge: EdgeRow = {
          id: newId(kind),
          description: body.description ?? "",
          metadata: body.metadata ?? "",
          hostports: JSON.stringify(body.hostports ?? null),
          created_at: timestamp(),
        };
        await insertEdge(trx, kind, edge, []);
        await syncEndpoints(trx, kind, edge);
        await writeModules(trx, target(edge.id, base), modulesIn(kind, body));
        return wire(trx, edge, base);
      }),
    ),

    implement(operations.list, async ({ db }, { base, query }) => {
      const { rows, ...page } = await readPage(kind, query, `${base}${path}`, (slice) =>
        edgesBefore(db, kind, slice),
      );
      const inside = await insideOf(
        db,
        kind,
        rows.map(({ id }) => id),
      );
      return {
        [`${EDGE_PATHS[kind]}_edges`]: rows.map((row) => edgeWire(kind, row, inside, base)),
        ...page,
      } as never;
    }),

    implement(operations.get, async ({ db }, { base, params: { id } }) =>
      wire(db, await found(kind, id, () => edgeById(db, kind, id)), base),
    ),

    implement(operations.update, async ({ db }, { base, params: { id }, body }) =>
      db.transaction().execute(async (trx) => {
        const before = await found(kind, id, () => lockedEdge(trx, kind, id));
        const edge: EdgeRow = {
          ...before,
          description: body.description ?? before.description,
          metadata: body.metadata ?? before.metadata,
          hostports: body.hostports ? JSON.stringify(body.hostports) : before.hostports,
        };
        await updateEdge(trx, kind, edge);
        await syncEndpoints(trx, kind, edge);
        await writeModules(trx, target(id, base), modulesIn(kind, body));
        return wire(trx, edge, base);
      }),
    ),

    implement(operations.remove, async ({ db }, { params: { id } }) => {
      await db.transaction().execute(async (trx) => {
        await found(kind, id, () => lockedEdge(trx, kind, id));
        await deleteEdge(trx, kind, id);
      });
      return undefined;
    }),
  ];
}

export const allEdgeRoutes: Implementation[] = (["httpsEdge", "tlsEdge", "tcpEdge"] as const).flatMap(
  edgeRoutes,
);
