import type { Insertable, Selectable } from "kysely";
import type { Principal } from "../http/call.ts";
import type { Slice } from "./pages.ts";
import type { Db, Schema } from "./schema.ts";
import { sameHash } from "./tokens.ts";

export type ApiKeyRow = Selectable<Schema["api_keys"]>;

/** The key with this hash and who owns it. */
export async function principalByHash(db: Db, hash: string): Promise<Principal | null> {
  const row = await db
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.owner_id")
    .select(["api_keys.id", "api_keys.hash", "users.id as user_id", "users.name", "users.admin"])
    .where("api_keys.hash", "=", hash)
    .executeTakeFirst();
  if (!row || !sameHash(row.hash, hash)) return null;
  return { keyId: row.id, userId: row.user_id, userName: row.name, admin: row.admin === 1 };
}

export async function insertApiKey(db: Db, row: Insertable<Schema["api_keys"]>): Promise<void> {
  await db.insertInto("api_keys").values(row).execute();
}

export async function apiKeyById(db: Db, id: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Those of some ids that are keys. */
export async function existingApiKeys(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom("api_keys").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Newest first, one more than the slice's limit. */
export async function apiKeysBefore(db: Db, { before, limit }: Slice): Promise<ApiKeyRow[]> {
  return db
    .selectFrom("api_keys")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

export async function updateApiKey(
  db: Db,
  { id, description, metadata }: Pick<ApiKeyRow, "id" | "description" | "metadata">,
): Promise<void> {
  await db.updateTable("api_keys").set({ description, metadata }).where("id", "=", id).execute();
}

export async function deleteApiKey(db: Db, id: string): Promise<void> {
  await db.deleteFrom("api_keys").where("id", "=", id).execute();
}

/** True when no key of an admin would be left without this one. */
export async function isLastAdminKey(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.owner_id")
    .select("api_keys.id")
    .where("users.admin", "=", 1)
    .limit(2)
    .execute();
  return rows.length === 1 && rows[0]?.id === id;
}
