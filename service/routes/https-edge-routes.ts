import { KNOWN_MODULES } from "#contract/modules/contracts.ts";
import { mergeOwnerSecrets } from "#contract/modules/secrets.ts";
import { routeOperations } from "#contract/operations/edges.ts";
import { RouteCreate, RouteUpdate } from "#contract/route-request.ts";
import { invalid } from "../errors.ts";
import { checkBody } from "../http/body.ts";
import { implement } from "../implement.ts";
import { found } from "../rules/found.ts";
import {
  deleteRoute,
  insertRoute,
  lockedRoute,
  routeById,
  routeByMatch,
  type RouteRow,
  updateRoute,
} from "../store/edge-routes.ts";
import { edgeById, lockedEdge } from "../store/edges.ts";
import { newId } from "../store/ids.ts";
import { modulesOf } from "../store/modules.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";
import { byOwner, routeWire } from "./edge-wire.ts";
import { prepareModules, storedModules, writeModules } from "./module-writes.ts";

async function checkMatchFree(db: Db, { id, edge_id, match }: RouteRow): Promise<void> {
  const other = await routeByMatch(db, edge_id, match);
  if (!other || other.id === id) return;
  const message = `is already the match of route ${other.id} of this edge. Choose another one`;
  throw invalid("matchTaken", `${match} ${message}.`, [{ path: ["match"], message }]);
}

function modulesIn(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(KNOWN_MODULES.map((kind) => [kind, body[kind]]));
}

/** Edge and route by their ids; a route of another edge is not found. */
async function foundRoute(db: Db, edgeId: string, id: string, read = routeById): Promise<RouteRow> {
  await found("httpsEdge", edgeId, () => edgeById(db, "httpsEdge", edgeId));
  return found("route", id, () => read(db, edgeId, id));
}

const wire = async (db: Db, row: RouteRow, base: string) =>
  routeWire(row, byOwner(await modulesOf(db, [row.id])), base);

const target = (id: string, base: string, certificate: string | null) =>
  ({ owner: "route", id, origin: base.replace(/\/api$/, ""), certificate }) as const;

export const httpsEdgeRouteRoutes = [
  implement(routeOperations.create, async ({ db }, { base, params: { edge_id }, body: sent }) => {
    const certificate = await prepareModules(db, sent);
    return db.transaction().execute(async (trx) => {
      await found("httpsEdge", edge_id, () => lockedEdge(trx, "httpsEdge", edge_id));
      const body = checkBody(RouteCreate, sent);
      const row: RouteRow = {
        id: newId("route"),
        edge_id,
        match_type: body.match_type,
        match: body.match,
        description: body.description ?? "",
        metadata: body.metadata ?? "",
        created_at: timestamp(),
      };
      await checkMatchFree(trx, row);
      await insertRoute(trx, row);
      await writeModules(trx, target(row.id, base, certificate), modulesIn(body));
      return wire(trx, row, base);
    });
  }),

  implement(routeOperations.get, async ({ db }, { base, params: { edge_id, id } }) =>
    wire(db, await foundRoute(db, edge_id, id), base),
  ),

  implement(routeOperations.update, async ({ db }, { base, params: { edge_id, id }, body: sent }) => {
    const certificate = await prepareModules(db, sent);
    return db.transaction().execute(async (trx) => {
      const before = await foundRoute(trx, edge_id, id, lockedRoute);
      const body = checkBody(RouteUpdate, mergeOwnerSecrets(sent, await storedModules(trx, id)));
      const row: RouteRow = {
        ...before,
        match_type: body.match_type ?? before.match_type,
        match: body.match ?? before.match,
        description: body.description ?? before.description,
        metadata: body.metadata ?? before.metadata,
      };
      await checkMatchFree(trx, row);
      await updateRoute(trx, row);
      await writeModules(trx, target(id, base, certificate), modulesIn(body));
      return wire(trx, row, base);
    });
  }),

  implement(routeOperations.remove, async ({ db }, { params: { edge_id, id } }) => {
    await db.transaction().execute(async (trx) => {
      await foundRoute(trx, edge_id, id, lockedRoute);
      await deleteRoute(trx, id);
    });
    return undefined;
  }),
];
