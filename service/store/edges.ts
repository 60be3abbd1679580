import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { deleteRow, type lockedRow, type Row, rowById } from "./rows.ts";
import type { Db } from "./schema.ts";

/** All three have the same columns. */
export type EdgeKind = Exclude<ModuleOwner, "route">;
export type EdgeRow = Row<"httpsEdge">;
export type RouteRow = Row<"route">;

/** The edge or route, its endpoints and routes, and the modules of it and its routes. */
export async function deleteOwner(trx: Db, kind: ModuleOwner, id: string): Promise<void> {
  for (const table of ["modules", "module_refs"] as const) {
    await trx
      .deleteFrom(table)
      .where((eb) =>
        eb.or([
          eb("owner_id", "=", id),
          eb("owner_id", "in", eb.selectFrom("routes").select("routes.id").where("edge_id", "=", id)),
        ]),
      )
      .execute();
  }
  await trx.deleteFrom("endpoints").where("edge_id", "=", id).execute();
  await deleteRow(trx, kind, id);
}

/** All routes of some edges, oldest first. */
export async function routesOfEdges(db: Db, edgeIds: readonly string[]): Promise<RouteRow[]> {
  if (edgeIds.length === 0) return [];
  return db.selectFrom("routes").selectAll().where("edge_id", "in", edgeIds).orderBy("id").execute();
}

/** A route of that edge, locked where asked; a route of another edge is not found. */
export async function routeOfEdge(
  db: Db,
  edgeId: string,
  id: string,
  read: typeof lockedRow = rowById,
): Promise<RouteRow | undefined> {
  const row = await read(db, "route", id);
  return row?.edge_id === edgeId ? row : undefined;
}

/** The route of an edge that has this match. */
export async function routeByMatch(db: Db, edgeId: string, match: string): Promise<RouteRow | undefined> {
  return db
    .selectFrom("routes")
    .selectAll()
    .where("edge_id", "=", edgeId)
    .where("match", "=", match)
    .executeTakeFirst();
}

export async function endpointsOfEdge(db: Db, edgeId: string): Promise<Row<"endpoint">[]> {
  return db.selectFrom("endpoints").selectAll().where("edge_id", "=", edgeId).execute();
}

export async function deleteEndpoints(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom("endpoints").where("id", "in", ids).execute();
}

/** An endpoint shows its edge's metadata. */
export async function updateEndpointsOfEdge(
  db: Db,
  edgeId: string,
  values: Pick<Row<"endpoint">, "metadata" | "updated_at">,
): Promise<void> {
  await db.updateTable("endpoints").set(values).where("edge_id", "=", edgeId).execute();
}
