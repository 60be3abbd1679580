import type { Row } from "./rows.ts";
import type { Db } from "./schema.ts";

/** All rules of a policy, oldest first. */
export async function rulesOfPolicy(db: Db, policyId: string): Promise<Row<"ipPolicyRule">[]> {
  return db
    .selectFrom("ip_policy_rules")
    .selectAll()
    .where("ip_policy_id", "=", policyId)
    .orderBy("id")
    .execute();
}

/** The rule of a policy for this range, given in its canonical writing. */
export async function ruleByCidr(
  db: Db,
  policyId: string,
  cidr: string,
): Promise<Row<"ipPolicyRule"> | undefined> {
  return db
    .selectFrom("ip_policy_rules")
    .selectAll()
    .where("ip_policy_id", "=", policyId)
    .where("cidr", "=", cidr)
    .executeTakeFirst();
}
