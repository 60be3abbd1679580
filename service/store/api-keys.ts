import type { Principal } from "../http/call.ts";
import type { Row } from "./rows.ts";
import type { Db } from "./schema.ts";
import { sameHash } from "./tokens.ts";

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

/** The users who are admins, the first one first. */
export async function adminIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("users").select("id").where("admin", "=", 1).orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** The first admin, made with the data folder. */
export async function firstAdmin(db: Db): Promise<Row<"user"> | undefined> {
  return db.selectFrom("users").selectAll().where("admin", "=", 1).orderBy("id").executeTakeFirst();
}
