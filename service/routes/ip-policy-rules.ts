import { canonicalCidr } from "#contract/cidr.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { ipPolicyRuleOperations } from "#contract/operations/ip-policies.ts";
import { invalid } from "../errors.ts";
import { recordEvent } from "../events/recorder.ts";
import { implement } from "../implement.ts";
import { found } from "../rules/found.ts";
import { newId } from "../store/ids.ts";
import { ipPolicyById } from "../store/ip-policies.ts";
import {
  deleteIpPolicyRule,
  insertIpPolicyRule,
  ipPolicyRuleById,
  type IpPolicyRuleRow,
  ipPolicyRulesBefore,
  ruleByCidr,
  updateIpPolicyRule,
} from "../store/ip-policy-rules.ts";
import { readPage } from "../store/pages.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";

/** A rule as its answers and its events have it. */
export function ipPolicyRuleWire(row: IpPolicyRuleRow, base: string): IpPolicyRule {
  const { id, created_at, description, metadata, cidr, ip_policy_id, action } = row;
  const ip_policy = { id: ip_policy_id, uri: `${base}/ip_policies/${ip_policy_id}` };
  return {
    id,
    uri: `${base}/ip_policy_rules/${id}`,
    created_at,
    description,
    metadata,
    cidr,
    ip_policy,
    action,
  };
}

async function checkPolicy(trx: Db, id: string): Promise<void> {
  if (await ipPolicyById(trx, id)) return;
  const message = `must be the id of an IP policy of this account, there is no ${id.slice(0, 64)}`;
  throw invalid("rulePolicyUnknown", `ip_policy_id ${message}.`, [{ path: ["ip_policy_id"], message }]);
}

async function checkFree(
  trx: Db,
  { id, ip_policy_id, cidr }: Pick<IpPolicyRuleRow, "id" | "ip_policy_id" | "cidr">,
): Promise<void> {
  const holder = await ruleByCidr(trx, ip_policy_id, cidr);
  if (!holder || holder.id === id) return;
  const message = `is already in this policy as ${cidr}: change or delete its rule ${holder.id}`;
  throw invalid("cidrTaken", `cidr ${message}.`, [{ path: ["cidr"], message }]);
}

export const ipPolicyRuleRoutes = [
  implement(ipPolicyRuleOperations.create, async ({ db }, { principal, base, body }) =>
    db.transaction().execute(async (trx) => {
      const row: IpPolicyRuleRow = {
        id: newId("ipPolicyRule"),
        ip_policy_id: body.ip_policy_id,
        description: body.description ?? "",
        metadata: body.metadata ?? "",
        created_at: timestamp(),
        cidr: canonicalCidr(body.cidr) ?? body.cidr,
        action: body.action,
      };
      await checkPolicy(trx, row.ip_policy_id);
      await checkFree(trx, row);
      await insertIpPolicyRule(trx, row);
      const answer = ipPolicyRuleWire(row, base);
      await recordEvent(trx, { principal, base }, "ip_policy_rule", "created", answer);
      return answer;
    }),
  ),

  implement(ipPolicyRuleOperations.list, async ({ db }, { base, query }) => {
    const uri = `${base}/ip_policy_rules`;
    const { rows, ...page } = await readPage("ipPolicyRule", query, uri, (slice) =>
      ipPolicyRulesBefore(db, slice),
    );
    return { ip_policy_rules: rows.map((row) => ipPolicyRuleWire(row, base)), ...page };
  }),

  implement(ipPolicyRuleOperations.get, async ({ db }, { base, params: { id } }) =>
    ipPolicyRuleWire(await found("ipPolicyRule", id, () => ipPolicyRuleById(db, id)), base),
  ),

  implement(ipPolicyRuleOperations.update, async ({ db }, { principal, base, params: { id }, body }) =>
    db.transaction().execute(async (trx) => {
      const before = await found("ipPolicyRule", id, () => ipPolicyRuleById(trx, id));
      const cidr = body.cidr ? (canonicalCidr(body.cidr) ?? body.cidr) : before.cidr;
      const row = {
        ...before,
        description: body.description ?? before.description,
        metadata: body.metadata ?? before.metadata,
        cidr,
      };
      await checkFree(trx, row);
      await updateIpPolicyRule(trx, row);
      const answer = ipPolicyRuleWire(row, base);
      await recordEvent(trx, { principal, base }, "ip_policy_rule", "updated", answer);
      return answer;
    }),
  ),

  implement(ipPolicyRuleOperations.remove, async ({ db }, { principal, base, params: { id } }) =>
    db.transaction().execute(async (trx) => {
      const row = await found("ipPolicyRule", id, () => ipPolicyRuleById(trx, id));
      await deleteIpPolicyRule(trx, id);
      const object = ipPolicyRuleWire(row, base);
      await recordEvent(trx, { principal, base }, "ip_policy_rule", "deleted", object);
      return undefined;
    }),
  ),
];
