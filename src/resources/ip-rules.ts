import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { canonicalCidr } from "#contract/cidr.ts";
import { IpPolicyRule, type IpPolicyRuleCreate, type IpPolicyRuleUpdate } from "#contract/ip-policy-rule.ts";
import { request } from "#api/client.ts";
import { ApiError } from "#api/errors.ts";
import { fetchList } from "#api/list.ts";
import { scannedList } from "#api/scanned-list.ts";
import { setAnswer } from "#api/set-answer.ts";

const LIST = { path: "/ip_policy_rules", key: "ip_policy_rules", item: IpPolicyRule };

/** Every rule of every IP policy, newest first (api.md#ip-policy-rules). */
export const ipRules = scannedList(LIST);

const detailKey = (id: string) => ["ip_policy_rules", "detail", id];

/** Path of a rule below the base URL. */
export const ipRulePath = (id: string) => `${LIST.path}/${encodeURIComponent(id)}`;

/** One rule. */
export function ipRuleQuery(id: string) {
  return queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => request({ method: "GET", path: ipRulePath(id), answer: IpPolicyRule, signal }),
  });
}

/**
 * Creates a rule. Where no answer came the list is read to see whether it was made: a policy holds a range once, so the new
 * rule can be told. Rejects only when it was not made, or when that could not be found out. `known` are the ids of the
 * rules there before, which the new one is none of.
 */
export async function createIpRule(
  body: IpPolicyRuleCreate,
  known: ReadonlySet<string>,
): Promise<IpPolicyRule> {
  try {
    return await request({ method: "POST", path: LIST.path, body, answer: IpPolicyRule });
  } catch (error) {
    if (!(error instanceof ApiError) || error.retry !== "unsure") throw error;
    const made = await look(() => fetchList(LIST));
    const found = made?.find((rule) => !known.has(rule.id) && isMade(rule, body));
    if (found) return found;
    throw error;
  }
}

function isMade(rule: IpPolicyRule, body: IpPolicyRuleCreate): boolean {
  const same = (a: string) => canonicalCidr(a) ?? a;
  return (
    rule.ip_policy.id === body.ip_policy_id &&
    rule.action === body.action &&
    same(rule.cidr) === same(body.cidr) &&
    (rule.description ?? "") === (body.description ?? "") &&
    (rule.metadata ?? "") === (body.metadata ?? "")
  );
}

/** Deletes a rule. A rule that is gone already, or turns out to be after a failure, counts as deleted. */
export async function deleteIpRule(id: string): Promise<void> {
  try {
    await request({ method: "DELETE", path: ipRulePath(id) });
  } catch (error) {
    if (isUnknown(error)) return;
    if (error instanceof ApiError && error.retry !== "no" && (await isGone(id))) return;
    throw error;
  }
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

async function isGone(id: string): Promise<boolean> {
  try {
    await request({ method: "GET", path: ipRulePath(id) });
    return false;
  } catch (error) {
    return isUnknown(error);
  }
}

/** What a look afterwards finds; undefined when that fails too. */
async function look<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

/** Reads the list of rules again, after some were made or deleted. */
export function refreshIpRules(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ipRules.query.queryKey });
}

/** Changes range, description and metadata of a rule; a field left out stays as it is. */
export function useUpdateIpRule(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: IpPolicyRuleUpdate) =>
      request({ method: "PATCH", path: ipRulePath(id), body, answer: IpPolicyRule }),
    onSuccess: async (rule) => {
      await setAnswer(client, detailKey(id), rule);
      void refreshIpRules(client);
    },
  });
}
