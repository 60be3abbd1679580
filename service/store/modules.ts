import type { ModuleRow } from "./edges.ts";
import type { Db } from "./schema.ts";

export async function modulesOf(db: Db, ownerId: string): Promise<ModuleRow[]> {
  return db.selectFrom("modules").selectAll().where("owner_id", "=", ownerId).execute();
}

/** The stored answer of a module, or undefined when it is not set. */
export async function moduleOf(db: Db, ownerId: string, kind: string): Promise<unknown> {
  const row = await db
    .selectFrom("modules")
    .select("value")
    .where("owner_id", "=", ownerId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row && (JSON.parse(row.value) as unknown);
}

/** Sets a module or replaces it whole. */
export async function putModule(db: Db, ownerId: string, kind: string, answer: unknown): Promise<void> {
  const value = JSON.stringify(answer);
  await db
    .insertInto("modules")
    .values({ owner_id: ownerId, kind, value })
    .onConflict((conflict) => conflict.columns(["owner_id", "kind"]).doUpdateSet({ value }))
    .execute();
}

/** A module that is not set is fine. */
export async function deleteModule(db: Db, ownerId: string, kind: string): Promise<void> {
  await db.deleteFrom("modules").where("owner_id", "=", ownerId).where("kind", "=", kind).execute();
}
