import type { Insertable, Selectable } from "kysely";
import type { Slice } from "./pages.ts";
import type { Db, Schema } from "./schema.ts";

export type IpPolicyRow = Selectable<Schema["ip_policies"]>;

export async function insertIpPolicy(db: Db, row: Insertable<Schema["ip_policies"]>): Promise<void> {
  await db.insertInto("ip_policies").values(row).execute();
}

export async function ipPolicyById(db: Db, id: string): Promise<IpPolicyRow | undefined> {
  return db.selectFrom("ip_policies").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Newest first, one more than the slice's limit. */
export async function ipPoliciesBefore(db: Db, { before, limit }: Slice): Promise<IpPolicyRow[]> {
  return db
    .selectFrom("ip_policies")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

export async function updateIpPolicy(db: Db, { id, description, metadata }: IpPolicyRow): Promise<void> {
  await db.updateTable("ip_policies").set({ description, metadata }).where("id", "=", id).execute();
}

/** Its rules go with it. */
export async function deleteIpPolicy(db: Db, id: string): Promise<void> {
  await db.deleteFrom("ip_policies").where("id", "=", id).execute();
}
