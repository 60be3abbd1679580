import type { Insertable, Selectable } from "kysely";
import type { Slice } from "./pages.ts";
import type { Db, Schema } from "./schema.ts";

export type CredentialRow = Selectable<Schema["credentials"]>;

export async function insertCredential(db: Db, row: Insertable<Schema["credentials"]>): Promise<void> {
  await db.insertInto("credentials").values(row).execute();
}

export async function credentialById(db: Db, id: string): Promise<CredentialRow | undefined> {
  return db.selectFrom("credentials").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Newest first, one more than the slice's limit. */
export async function credentialsBefore(db: Db, { before, limit }: Slice): Promise<CredentialRow[]> {
  return db
    .selectFrom("credentials")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

export async function updateCredential(
  db: Db,
  { id, description, metadata, acl }: CredentialRow,
): Promise<void> {
  await db.updateTable("credentials").set({ description, metadata, acl }).where("id", "=", id).execute();
}

/** Its session rows go with it. */
export async function deleteCredential(db: Db, id: string): Promise<void> {
  await db.deleteFrom("credentials").where("id", "=", id).execute();
}
