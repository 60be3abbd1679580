import type { Insertable, Selectable } from "kysely";
import type { Slice } from "./pages.ts";
import type { Db, Schema } from "./schema.ts";

export type IpPolicyRuleRow = Selectable<Schema["ip_policy_rules"]>;

export async function insertIpPolicyRule(db: Db, row: Insertable<Schema["ip_policy_rules"]>): Promise<void> {
  await db.insertInto("ip_policy_rules").values(row).execute();
}

export async function ipPolicyRuleById(db: Db, id: string): Promise<IpPolicyRuleRow | undefined> {
  return db.selectFrom("ip_policy_rules").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The rule of a policy for this range, given in its canonical writing. */
export async function ruleByCidr(
  db: Db,
  policyId: string,
  cidr: string,
): Promise<IpPolicyRuleRow | undefined> {
  return db
    .selectFrom("ip_policy_rules")
    .selectAll()
    .where("ip_policy_id", "=", policyId)
    .where("cidr", "=", cidr)
    .executeTakeFirst();
}

/** All rules of a policy, oldest first. */
export async function rulesOfPolicy(db: Db, policyId: string): Promise<IpPolicyRuleRow[]> {
  return db
    .selectFrom("ip_policy_rules")
    .selectAll()
    .where("ip_policy_id", "=", policyId)
    .orderBy("id")
    .execute();
}

/** Newest first, one more than the slice's limit. */
export async function ipPolicyRulesBefore(db: Db, { before, limit }: Slice): Promise<IpPolicyRuleRow[]> {
  return db
    .selectFrom("ip_policy_rules")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

export async function updateIpPolicyRule(
  db: Db,
  { id, description, metadata, cidr }: IpPolicyRuleRow,
): Promise<void> {
  await db.updateTable("ip_policy_rules").set({ description, metadata, cidr }).where("id", "=", id).execute();
}

export async function deleteIpPolicyRule(db: Db, id: string): Promise<void> {
  await db.deleteFrom("ip_policy_rules").where("id", "=", id).execute();
}
