import type { IpPolicy } from "#contract/ip-policy.ts";
import { ipPolicyOperations } from "#contract/operations/ip-policies.ts";
import { recordEvent } from "../events/recorder.ts";
import { implement } from "../implement.ts";
import { found } from "../rules/found.ts";
import { refuseWhenUsed } from "../rules/in-use.ts";
import { newId } from "../store/ids.ts";
import {
  deleteIpPolicy,
  insertIpPolicy,
  ipPoliciesBefore,
  ipPolicyById,
  type IpPolicyRow,
  updateIpPolicy,
} from "../store/ip-policies.ts";
import { rulesOfPolicy } from "../store/ip-policy-rules.ts";
import { readPage } from "../store/pages.ts";
import { timestamp } from "../store/time.ts";
import { ipPolicyRuleWire } from "./ip-policy-rules.ts";

function wire({ id, created_at, description, metadata }: IpPolicyRow, base: string): IpPolicy {
  return { id, uri: `${base}/ip_policies/${id}`, created_at, description, metadata };
}

export const ipPolicyRoutes = [
  implement(ipPolicyOperations.create, async ({ db }, { principal, base, body }) =>
    db.transaction().execute(async (trx) => {
      const row: IpPolicyRow = {
        id: newId("ipPolicy"),
        description: body.description ?? "",
        metadata: body.metadata ?? "",
        created_at: timestamp(),
      };
      await insertIpPolicy(trx, row);
      const answer = wire(row, base);
      await recordEvent(trx, { principal, base }, "ip_policy", "created", answer);
      return answer;
    }),
  ),

  implement(ipPolicyOperations.list, async ({ db }, { base, query }) => {
    const uri = `${base}/ip_policies`;
    const { rows, ...page } = await readPage("ipPolicy", query, uri, (slice) => ipPoliciesBefore(db, slice));
    return { ip_policies: rows.map((row) => wire(row, base)), ...page };
  }),

  implement(ipPolicyOperations.get, async ({ db }, { base, params: { id } }) =>
    wire(await found("ipPolicy", id, () => ipPolicyById(db, id)), base),
  ),

  implement(ipPolicyOperations.update, async ({ db }, { principal, base, params: { id }, body }) =>
    db.transaction().execute(async (trx) => {
      const before = await found("ipPolicy", id, () => ipPolicyById(trx, id));
      const row = {
        ...before,
        description: body.description ?? before.description,
        metadata: body.metadata ?? before.metadata,
      };
      await updateIpPolicy(trx, row);
      const answer = wire(row, base);
      await recordEvent(trx, { principal, base }, "ip_policy", "updated", answer);
      return answer;
    }),
  ),

  implement(ipPolicyOperations.remove, async ({ db }, { principal, base, params: { id } }) =>
    db.transaction().execute(async (trx) => {
      const row = await found("ipPolicy", id, () => ipPolicyById(trx, id));
      await refuseWhenUsed(trx, "ipPolicy", id);
      const rules = await rulesOfPolicy(trx, id);
      await deleteIpPolicy(trx, id);
      for (const rule of rules) {
        const object = ipPolicyRuleWire(rule, base);
        await recordEvent(trx, { principal, base }, "ip_policy_rule", "deleted", object);
      }
      await recordEvent(trx, { principal, base }, "ip_policy", "deleted", wire(row, base));
      return undefined;
    }),
  ),
];
