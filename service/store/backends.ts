import type { Selectable } from "kysely";
import type { Slice } from "./pages.ts";
import type { Db, Schema } from "./schema.ts";

export type BackendRow = Selectable<Schema["backends"]>;

export async function backendById(db: Db, id: string): Promise<BackendRow | undefined> {
  return db.selectFrom("backends").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Newest first, one more than the slice's limit. */
export async function backendsBefore(db: Db, { before, limit }: Slice): Promise<BackendRow[]> {
  return db
    .selectFrom("backends")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

export async function insertBackend(db: Db, row: BackendRow): Promise<void> {
  await db.insertInto("backends").values(row).execute();
}

export async function updateBackend(db: Db, { id, ...rest }: BackendRow): Promise<void> {
  const { description, metadata, labels } = rest;
  await db.updateTable("backends").set({ description, metadata, labels }).where("id", "=", id).execute();
}

export async function deleteBackend(db: Db, id: string): Promise<void> {
  await db.deleteFrom("backends").where("id", "=", id).execute();
}

/** Id and labels, parsed. */
export type Labelled = { id: string; labels: Record<string, string> };

const parsed = ({ id, labels }: { id: string; labels: string | null }): Labelled => ({
  id,
  labels: JSON.parse(labels ?? "{}") as Record<string, string>,
});

/** Every backend's labels, newest backend first. */
export async function backendLabels(db: Db): Promise<Labelled[]> {
  const rows = await db.selectFrom("backends").select(["id", "labels"]).orderBy("id", "desc").execute();
  return rows.map(parsed);
}

/** The labels of every online backend tunnel, newest first. */
export async function tunnelLabels(db: Db): Promise<Labelled[]> {
  const rows = await db
    .selectFrom("tunnels")
    .select(["id", "labels"])
    .where("labels", "is not", null)
    .orderBy("id", "desc")
    .execute();
  return rows.map(parsed);
}
