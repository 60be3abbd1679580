import { nodeIds } from "./nodes.ts";
import type { Db } from "./schema.ts";

/** Whether some work of the account is this process's: it takes over what nobody does, or a process that is gone. */
export async function holdsLease(db: Db, name: string, nodeId: string): Promise<boolean> {
  const held = await db.selectFrom("leases").select("node_id").where("name", "=", name).executeTakeFirst();
  if (held?.node_id === nodeId) return true;
  if (!held) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("leases")
      .values({ name, node_id: nodeId })
      .onConflict((oc) => oc.column("name").doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  if ((await nodeIds(db)).has(held.node_id)) return false;
  const { numUpdatedRows } = await db
    .updateTable("leases")
    .set({ node_id: nodeId })
    .where("name", "=", name)
    .where("node_id", "=", held.node_id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Gives the work of a process that stops to the next one that asks. */
export async function releaseLease(db: Db, name: string, nodeId: string): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", name).where("node_id", "=", nodeId).execute();
}
