import type { Insertable, Selectable } from "kysely";
import type { Slice } from "./pages.ts";
import type { Db, Schema } from "./schema.ts";

export type HttpsEdgeRow = Selectable<Schema["https_edges"]>;
export type RouteRow = Selectable<Schema["routes"]>;
export type ModuleRow = Selectable<Schema["modules"]>;

/** The edge and its endpoints, one per hostport. Call it in the transaction that found the hostports free. */
export async function insertHttpsEdge(
  db: Db,
  edge: Insertable<Schema["https_edges"]>,
  endpoints: Insertable<Schema["endpoints"]>[],
): Promise<void> {
  await db.insertInto("https_edges").values(edge).execute();
  if (endpoints.length > 0) await db.insertInto("endpoints").values(endpoints).execute();
}

export async function httpsEdgeById(db: Db, id: string): Promise<HttpsEdgeRow | undefined> {
  return db.selectFrom("https_edges").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Newest first, one more than the slice's limit. */
export async function httpsEdgesBefore(db: Db, { before, limit }: Slice): Promise<HttpsEdgeRow[]> {
  return db
    .selectFrom("https_edges")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

/** All routes of some edges with their modules, oldest route first. */
export async function routesOfEdges(
  db: Db,
  edgeIds: readonly string[],
): Promise<{ routes: RouteRow[]; modules: ModuleRow[] }> {
  if (edgeIds.length === 0) return { routes: [], modules: [] };
  const routes = await db
    .selectFrom("routes")
    .selectAll()
    .where("edge_id", "in", edgeIds)
    .orderBy("id")
    .execute();
  const modules = await db
    .selectFrom("modules")
    .innerJoin("routes", "routes.id", "modules.owner_id")
    .select(["modules.owner_id", "modules.kind", "modules.value"])
    .where("routes.edge_id", "in", edgeIds)
    .execute();
  return { routes, modules };
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
