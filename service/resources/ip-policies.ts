import { closedIpPolicyOperations, ipPolicyOperations } from "#contract/operations/ip-policies.ts";
import { recordEvent } from "../events/recorder.ts";
import { implement } from "../implement.ts";
import { closedPolicies, rulesOfPolicy } from "../store/ip-policy-rules.ts";
import { deleteRow } from "../store/rows.ts";
import { crud } from "./crud.ts";
import { ruleWire } from "./ip-policy-rules.ts";

export const ipPolicies = crud({
  kind: "ipPolicy",
  operations: ipPolicyOperations,
  audit: "ip_policy",
  wire: ({ id, created_at, description, metadata }, { uri }) => ({
    id,
    uri,
    created_at,
    description,
    metadata,
  }),
  create: () => ({ columns: {} }),
  // Its rules go with it, each with an event of its own.
  remove: async (trx, { id }, caller) => {
    const rules = await rulesOfPolicy(trx, id);
    await deleteRow(trx, "ipPolicy", id);
    for (const rule of rules)
      await recordEvent(trx, caller, "ip_policy_rule", "deleted", ruleWire(rule, caller));
  },
});

export const closedIpPolicies = implement(closedIpPolicyOperations.list, async ({ db }, { base }) => ({
  uri: `${base}/closed_ip_policies`,
  closed_ip_policies: (await closedPolicies(db)).map((id) => ({ id, uri: `${base}/ip_policies/${id}` })),
}));
