import type { ExpressionBuilder } from "kysely";
import type { Row } from "./rows.ts";
import type { Db, Schema } from "./schema.ts";

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

const CLOSED_MAX = 1_000;

/** The ids of the policies of which no rule allows anyone, newest first. */
export async function closedPolicies(db: Db): Promise<string[]> {
  const allows = (of: ExpressionBuilder<Schema, "ip_policies">) =>
    of
      .selectFrom("ip_policy_rules")
      .select("ip_policy_rules.id")
      .whereRef("ip_policy_rules.ip_policy_id", "=", "ip_policies.id")
      .where("ip_policy_rules.action", "=", "allow");
  const rows = await db
    .selectFrom("ip_policies")
    .select("id")
    .where((of) => of.not(of.exists(allows(of))))
    .orderBy("id", "desc")
    .limit(CLOSED_MAX)
    .execute();
  return rows.map(({ id }) => id);
}
