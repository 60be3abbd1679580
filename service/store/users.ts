import type { Insertable, Selectable } from "kysely";
import type { Db, Schema } from "./schema.ts";

export type UserRow = Selectable<Schema["users"]>;

export async function userById(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The first admin, made with the data folder. */
export async function firstAdmin(db: Db): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("admin", "=", 1).orderBy("id").executeTakeFirst();
}

export async function insertUser(db: Db, row: Insertable<Schema["users"]>): Promise<void> {
  await db.insertInto("users").values(row).execute();
}
