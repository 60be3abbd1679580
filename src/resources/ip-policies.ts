import type { QueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { IpPolicy, IpPolicyCreate, IpPolicyUpdate } from "#contract/ip-policy.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { ipRules } from "./ip-rules.ts";
import { resource } from "./resource.ts";
import { writesOf } from "./writes.ts";

/** An IP policy. Where the service has no list of them, its id is all that is known. */
export type PolicyRow = Pick<IpPolicy, "id"> & Partial<IpPolicy>;
const Row: z.ZodMiniType<PolicyRow> = IpPolicy;

/**
 * IP policies (protocol-facts.md#ip-policies); one is made without rules. Where the service has no list of them, they are
 * those that rules name, and only the id of each is known (decisions/api/extensions.md).
 */
export const ipPolicies = resource({
  kind: "ipPolicy",
  path: "/ip_policies",
  key: "ip_policies",
  answer: Row,
  create: IpPolicyCreate,
  update: IpPolicyUpdate,
  terraform: "ngrok_ip_policy",
  fallback: async (client) => policiesOfRules(await client.fetchQuery(ipRules.query)),
  standsFor: (row) => !isWholePolicy(row),
  nameOf: ({ description, id }) => description || id,
});

/** The policies that rules name, in the order of the rules. */
function policiesOfRules(rules: readonly Pick<IpPolicyRule, "ip_policy">[]): PolicyRow[] {
  return [...new Set(rules.map(({ ip_policy }) => ip_policy.id))].map((id) => ({ id }));
}

/** Whether a row is more than the id that a rule named: then the service has IP policies as objects. */
export function isWholePolicy(row: PolicyRow): row is IpPolicy {
  return row.uri !== undefined;
}

/** Deletes a policy and its rules; refused with 409 while a module names it (protocol-facts.md#ip-policies). */
export async function deleteIpPolicy(client: QueryClient, id: string): Promise<void> {
  await writesOf(client, ipPolicies).remove(id);
  void writesOf(client, ipRules).refresh();
}
