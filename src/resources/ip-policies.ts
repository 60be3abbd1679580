import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { IpPolicy, type IpPolicyCreate, type IpPolicyUpdate } from "#contract/ip-policy.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";
import { ipRules } from "./ip-rules.ts";
import { scannedList } from "#api/scanned-list.ts";
import { setAnswer } from "#api/set-answer.ts";

/** An IP policy. Where the service has no list of them, its id is all that is known. */
export type PolicyRow = Pick<IpPolicy, "id"> & Partial<IpPolicy>;
const Row: z.ZodMiniType<PolicyRow> = IpPolicy;

const PATH = "/ip_policies";

/**
 * Every IP policy, newest first (protocol-facts.md#ip-policies); where the service has no list of them, those that
 * rules name (decisions/api/extensions.md).
 */
export const ipPolicies = scannedList<PolicyRow>({
  path: PATH,
  key: "ip_policies",
  item: Row,
  fallback: async (client) => policiesOfRules(await client.fetchQuery(ipRules.query)),
});

/** The policies that rules name, in the order of the rules. */
function policiesOfRules(rules: readonly Pick<IpPolicyRule, "ip_policy">[]): PolicyRow[] {
  return [...new Set(rules.map(({ ip_policy }) => ip_policy.id))].map((id) => ({ id }));
}

/** Whether a row is more than the id that a rule named: then the service has IP policies as objects. */
export function isWholePolicy(row: PolicyRow): row is IpPolicy {
  return row.uri !== undefined;
}

const detailKey = (id: string) => ["ip_policies", "detail", id];

/** Path of a policy below the base URL. */
export const ipPolicyPath = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

/** One IP policy; only its id where the service can't read one and some rule names it. */
export function ipPolicyQuery(id: string) {
  return queryOptions({
    queryKey: detailKey(id),
    queryFn: async ({ signal, client }): Promise<PolicyRow> => {
      try {
        return await request({ method: "GET", path: ipPolicyPath(id), answer: IpPolicy, signal });
      } catch (error) {
        if (!isAbsent(error)) throw error;
        const rows = await client.fetchQuery(ipPolicies.query);
        const named = rows.find((row) => row.id === id && !isWholePolicy(row));
        if (named) return named;
        throw error;
      }
    },
  });
}

/** Creates an IP policy without rules. */
export function createIpPolicy(body: IpPolicyCreate): Promise<IpPolicy> {
  return request({ method: "POST", path: PATH, body, answer: IpPolicy });
}

/** Reads the list of policies again. */
export function refreshIpPolicies(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ipPolicies.query.queryKey });
}

/** Changes description and metadata of a policy; a field left out stays as it is. */
export function useUpdateIpPolicy(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: IpPolicyUpdate) =>
      request({ method: "PATCH", path: ipPolicyPath(id), body, answer: IpPolicy }),
    onSuccess: async (policy) => {
      await setAnswer(client, detailKey(id), policy satisfies PolicyRow);
      void refreshIpPolicies(client);
    },
  });
}

/** Deletes a policy and its rules; refused with 409 while a module names it (protocol-facts.md#ip-policies). */
export function useDeleteIpPolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request({ method: "DELETE", path: ipPolicyPath(id) }),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: detailKey(id) });
      void refreshIpPolicies(client);
      void client.invalidateQueries({ queryKey: ipRules.query.queryKey });
    },
  });
}
