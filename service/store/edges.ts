import type { Insertable, Selectable } from "kysely";
import type { ModuleOwner } from "#contract/modules/contracts.ts";
import type { Slice } from "./pages.ts";
import type { Db, Schema } from "./schema.ts";

export type EdgeKind = Exclude<ModuleOwner, "route">;
export type EdgeRow = Selectable<Schema["https_edges"]>;
export type EdgeEndpointRow = Selectable<Schema["endpoints"]>;

/** All three have the same columns, so queries are typed as those of the first. */
const TABLES = { httpsEdge: "https_edges", tlsEdge: "tls_edges", tcpEdge: "tcp_edges" } as const;
const tableOf = (kind: EdgeKind) => TABLES[kind] as "https_edges";

/** The edge and its endpoints, one per hostport. Call it in the transaction that found the hostports free. */
export async function insertEdge(
  db: Db,
  kind: EdgeKind,
  edge: Insertable<Schema["https_edges"]>,
  endpoints: Insertable<Schema["endpoints"]>[],
): Promise<void> {
  await db.insertInto(tableOf(kind)).values(edge).execute();
  await insertEndpoints(db, endpoints);
}

/** `insertEdge` of an HTTPS edge. */
export async function insertHttpsEdge(
  db: Db,
  edge: Insertable<Schema["https_edges"]>,
  endpoints: Insertable<Schema["endpoints"]>[],
): Promise<void> {
  await insertEdge(db, "httpsEdge", edge, endpoints);
}

export async function insertEndpoints(db: Db, endpoints: Insertable<Schema["endpoints"]>[]): Promise<void> {
  if (endpoints.length > 0) await db.insertInto("endpoints").values(endpoints).execute();
}

export async function edgeById(db: Db, kind: EdgeKind, id: string): Promise<EdgeRow | undefined> {
  return db.selectFrom(tableOf(kind)).selectAll().where("id", "=", id).executeTakeFirst();
}

/** The edge, which nobody else changes before this transaction ends: its modules are checked against each other. */
export async function lockedEdge(trx: Db, kind: EdgeKind, id: string): Promise<EdgeRow | undefined> {
  await trx
    .updateTable(tableOf(kind))
    .set((eb) => ({ metadata: eb.ref("metadata") }))
    .where("id", "=", id)
    .execute();
  return edgeById(trx, kind, id);
}

/** Newest first, one more than the slice's limit. */
export async function edgesBefore(db: Db, kind: EdgeKind, { before, limit }: Slice): Promise<EdgeRow[]> {
  return db
    .selectFrom(tableOf(kind))
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

export async function updateEdge(db: Db, kind: EdgeKind, { id, ...rest }: EdgeRow): Promise<void> {
  const { description, metadata, hostports } = rest;
  await db
    .updateTable(tableOf(kind))
    .set({ description, metadata, hostports })
    .where("id", "=", id)
    .execute();
}

/** The edge, its endpoints and routes, and the modules of it and its routes. */
export async function deleteEdge(trx: Db, kind: EdgeKind, id: string): Promise<void> {
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
  await trx.deleteFrom(tableOf(kind)).where("id", "=", id).execute();
}

export async function endpointsOfEdge(db: Db, edgeId: string): Promise<EdgeEndpointRow[]> {
  return db.selectFrom("endpoints").selectAll().where("edge_id", "=", edgeId).execute();
}

export async function deleteEndpoints(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom("endpoints").where("id", "in", ids).execute();
}

/** An endpoint shows its edge's metadata. */
export async function updateEndpointsOfEdge(
  db: Db,
  edgeId: string,
  values: Pick<EdgeEndpointRow, "metadata" | "updated_at">,
): Promise<void> {
  await db.updateTable("endpoints").set(values).where("edge_id", "=", edgeId).execute();
}
