import type { Insertable, Selectable } from "kysely";
import type { Db, Schema } from "./schema.ts";

export type RouteRow = Selectable<Schema["routes"]>;

/** All routes of some edges, oldest first. */
export async function routesOfEdges(db: Db, edgeIds: readonly string[]): Promise<RouteRow[]> {
  if (edgeIds.length === 0) return [];
  return db.selectFrom("routes").selectAll().where("edge_id", "in", edgeIds).orderBy("id").execute();
}

/** A route of that edge; a route of another edge is not found. */
export async function routeById(db: Db, edgeId: string, id: string): Promise<RouteRow | undefined> {
  return db
    .selectFrom("routes")
    .selectAll()
    .where("id", "=", id)
    .where("edge_id", "=", edgeId)
    .executeTakeFirst();
}

/** The route, which nobody else changes before this transaction ends: its modules are checked against each other. */
export async function lockedRoute(trx: Db, edgeId: string, id: string): Promise<RouteRow | undefined> {
  await trx
    .updateTable("routes")
    .set((eb) => ({ metadata: eb.ref("metadata") }))
    .where("id", "=", id)
    .execute();
  return routeById(trx, edgeId, id);
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

export async function insertRoute(db: Db, row: Insertable<Schema["routes"]>): Promise<void> {
  await db.insertInto("routes").values(row).execute();
}

export async function updateRoute(db: Db, { id, ...rest }: RouteRow): Promise<void> {
  const { match_type, match, description, metadata } = rest;
  await db
    .updateTable("routes")
    .set({ match_type, match, description, metadata })
    .where("id", "=", id)
    .execute();
}

export async function deleteRoute(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom("modules").where("owner_id", "=", id).execute();
  await trx.deleteFrom("module_refs").where("owner_id", "=", id).execute();
  await trx.deleteFrom("routes").where("id", "=", id).execute();
}
