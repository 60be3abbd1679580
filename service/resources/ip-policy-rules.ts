import { canonicalCidr } from "#contract/cidr.ts";
import { refPath } from "#contract/modules/module-contract.ts";
import { ipPolicyRuleOperations } from "#contract/operations/ip-policies.ts";
import { faulty } from "../errors.ts";
import { ruleByCidr } from "../store/ip-policy-rules.ts";
import { type Row, rowById } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { crud } from "./crud.ts";

async function checkPolicy(trx: Db, id: string): Promise<void> {
  if (await rowById(trx, "ipPolicy", id)) return;
  const message = `must be the ID of an IP policy in this account; ${id.slice(0, 64)} was not found`;
  throw faulty("rulePolicyUnknown", [{ path: ["ip_policy_id"], message }]);
}

async function checkFree(
  trx: Db,
  { id, ip_policy_id, cidr }: Pick<Row<"ipPolicyRule">, "id" | "ip_policy_id" | "cidr">,
): Promise<void> {
  const holder = await ruleByCidr(trx, ip_policy_id, cidr);
  if (!holder || holder.id === id) return;
  const message = `this policy already has ${cidr}. Change or delete rule ${holder.id} instead`;
  throw faulty("cidrTaken", [{ path: ["cidr"], message }]);
}

/** A rule as its answers and its events have it; also those of a policy that takes its rules with it. */
export function ruleWire(row: Row<"ipPolicyRule">, { base }: { base: string }) {
  const { id, created_at, description, metadata, cidr, ip_policy_id, action } = row;
  const uri = `${base}${ipPolicyRuleOperations.list.path}/${id}`;
  const ip_policy = { id: ip_policy_id, uri: `${base}${refPath("ipPolicy", ip_policy_id)}` };
  return { id, uri, created_at, description, metadata, cidr, ip_policy, action };
}

export const ipPolicyRules = crud({
  kind: "ipPolicyRule",
  operations: ipPolicyRuleOperations,
  audit: "ip_policy_rule",
  wire: ruleWire,
  create: async (trx, { id, body: { ip_policy_id, cidr: range, action } }) => {
    const cidr = canonicalCidr(range) ?? range;
    await checkPolicy(trx, ip_policy_id);
    await checkFree(trx, { id, ip_policy_id, cidr });
    return { columns: { ip_policy_id, cidr, action } };
  },
  update: async (trx, { cidr: range }, before) => {
    const cidr = range ? (canonicalCidr(range) ?? range) : before.cidr;
    await checkFree(trx, { ...before, cidr });
    return { cidr };
  },
});
