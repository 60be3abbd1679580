import { KNOWN_MODULES, moduleContract } from "#contract/modules/contracts.ts";
import { routeOperations } from "#contract/operations/edges.ts";
import { ApiProblem } from "../errors.ts";
import { implement } from "../implement.ts";
import { found } from "../rules/found.ts";
import {
  httpsEdgeById,
  insertRoute,
  routeById,
  routeByMatch,
  type RouteRow,
  updateRoute,
} from "../store/edges.ts";
import { newId } from "../store/ids.ts";
import { modulesOf, putModule } from "../store/modules.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";
import { routeWire } from "./edge-wire.ts";

/** Edge and route by their ids; a route of another edge is not found. */
export async function foundRoute(db: Db, edgeId: string, id: string): Promise<RouteRow> {
  await found("httpsEdge", edgeId, () => httpsEdgeById(db, edgeId));
  return found("route", id, () => routeById(db, edgeId, id));
}

async function checkMatchFree(db: Db, { id, edge_id, match }: RouteRow): Promise<void> {
  const other = await routeByMatch(db, edge_id, match);
  if (!other || other.id === id) return;
  const message = `is already the match of route ${other.id} of this edge`;
  throw new ApiProblem("matchTaken", `${match} ${message}. Choose another one.`, {
    details: { issues: JSON.stringify([{ path: ["match"], message }]) },
  });
}

/** A module left out, or null, stays as it is (family-facts §2). */
async function putModules(db: Db, routeId: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  for (const kind of KNOWN_MODULES) {
    const request = body[kind] ?? undefined;
    if (request !== undefined) await putModule(db, routeId, kind, moduleContract(kind).toAnswer(request));
  }
}

export const httpsEdgeRouteRoutes = [
  implement(routeOperations.create, async ({ db }, { base, params: { edge_id }, body }) =>
    db.transaction().execute(async (trx) => {
      await found("httpsEdge", edge_id, () => httpsEdgeById(trx, edge_id));
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
      await putModules(trx, row.id, body);
      return routeWire(row, await modulesOf(trx, row.id), base);
    }),
  ),

  implement(routeOperations.get, async ({ db }, { base, params: { edge_id, id } }) =>
    routeWire(await foundRoute(db, edge_id, id), await modulesOf(db, id), base),
  ),

  implement(routeOperations.update, async ({ db }, { base, params: { edge_id, id }, body }) =>
    db.transaction().execute(async (trx) => {
      const before = await foundRoute(trx, edge_id, id);
      const row: RouteRow = {
        ...before,
        match_type: body.match_type ?? before.match_type,
        match: body.match ?? before.match,
        description: body.description ?? before.description,
        metadata: body.metadata ?? before.metadata,
      };
      await checkMatchFree(trx, row);
      await updateRoute(trx, row);
      await putModules(trx, id, body);
      return routeWire(row, await modulesOf(trx, id), base);
    }),
  ),
];
