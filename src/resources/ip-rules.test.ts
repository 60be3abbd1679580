import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { IpPolicyRuleCreate } from "#contract/ip-policy-rule.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { ipPolicies, isWholePolicy } from "./ip-policies.ts";
import { createIpRule, deleteIpRule } from "./ip-rules.ts";

const AT = "2026-01-02T03:04:05Z";
const rule = (id: string, policy: string, rest: object = {}) => ({
  id,
  uri: `/ip_policy_rules/${id}`,
  created_at: AT,
  cidr: "10.0.0.0/8",
  action: "allow",
  ip_policy: { id: policy, uri: `/ip_policies/${policy}` },
  ...rest,
});
const list = (...rules: object[]) => json(200, { ip_policy_rules: rules, uri: "", next_page_uri: null });
const fails = (status: number) => json(status, { status_code: status, msg: "No." });
const body: IpPolicyRuleCreate = { cidr: "10.0.0.0/8", action: "allow", ip_policy_id: "ipp_a" };

const server = connectedServer();
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Answers by method; what is not named is a 500. */
function answers(by: Partial<Record<string, ReturnType<typeof json>>>) {
  server.answerWith((asked, response) => (by[asked.method ?? ""] ?? fails(500))(asked, response));
}

describe("a rule whose creation got no clear answer", () => {
  it("is found in the list, in whichever writing, if it was made", async () => {
    const made = rule("ipr_new", "ipp_a", { description: null, metadata: "" });
    answers({ GET: list(rule("ipr_old", "ipp_b"), made) });
    await expect(createIpRule(body, new Set(["ipr_old"]))).resolves.toMatchObject({ id: "ipr_new" });
  });

  it.each([
    ["another policy", rule("ipr_new", "ipp_b")],
    ["another action", rule("ipr_new", "ipp_a", { action: "deny" })],
    ["another range", rule("ipr_new", "ipp_a", { cidr: "10.0.0.0/9" })],
    ["another description", rule("ipr_new", "ipp_a", { description: "theirs" })],
    ["known before", rule("ipr_known", "ipp_a")],
  ])("is not taken for one of %s", async (_, other) => {
    answers({ GET: list(other) });
    await expect(createIpRule(body, new Set(["ipr_known"]))).rejects.toMatchObject({ status: 500 });
  });

  it("stays unclear when the list can’t be read", async () => {
    answers({});
    await expect(createIpRule(body, new Set())).rejects.toMatchObject({ retry: "unsure" });
  });

  it("is not looked for after a refusal", async () => {
    server.seen.length = 0;
    answers({ POST: fails(409), GET: list(rule("ipr_new", "ipp_a")) });
    await expect(createIpRule(body, new Set())).rejects.toMatchObject({ status: 409 });
    expect(server.seen.map(({ method }) => method)).not.toContain("GET");
  });
});

describe("a deletion", () => {
  it("of a rule that is gone counts as done", async () => {
    answers({ DELETE: fails(404), GET: fails(404) });
    await expect(deleteIpRule("ipr_1")).resolves.toBeUndefined();
  });

  // Cause: whatever answered a deletion counted as one, and so did a 404 for a rule that is there. Law: no false success.
  it.each([
    ["404", fails(404)],
    ["an answer in another shape", json(200, [{ planted: 7 }])],
  ])("that got %s is none while the rule can be read", async (_, answer) => {
    answers({ DELETE: answer, GET: json(200, rule("ipr_1", "ipp_a")) });
    await expect(deleteIpRule("ipr_1")).rejects.toMatchObject({ method: "DELETE" });
  });

  it("that failed counts as done if the rule is gone then", async () => {
    answers({ DELETE: fails(500), GET: fails(404) });
    await expect(deleteIpRule("ipr_1")).resolves.toBeUndefined();
  });

  it.each([
    ["the rule is still there", { DELETE: fails(500), GET: json(200, rule("ipr_1", "ipp_a")) }, 500],
    ["nothing can be read", { DELETE: fails(500) }, 500],
    ["it was refused", { DELETE: fails(403), GET: fails(404) }, 403],
  ])("fails when %s", async (_, by, status) => {
    answers(by);
    await expect(deleteIpRule("ipr_1")).rejects.toMatchObject({ status });
  });
});

describe("policies of a service that has none as objects", () => {
  it.each([404, 405])("are those that rules name (%d)", async (status) => {
    server.answerWith((asked, response) => {
      const found = asked.url?.startsWith("/ip_policy_rules");
      const rules = list(rule("ipr_1", "ipp_b"), rule("ipr_2", "ipp_a"), rule("ipr_3", "ipp_b"));
      return (found ? rules : fails(status))(asked, response);
    });
    const cache = client();
    const rows = await cache.fetchQuery(ipPolicies.query);
    expect(rows).toEqual([{ id: "ipp_b" }, { id: "ipp_a" }]);
    expect(rows.some(isWholePolicy)).toBe(false);
    await expect(cache.fetchQuery(ipPolicies.detail("ipp_a"))).resolves.toEqual({ id: "ipp_a" });
    await expect(cache.fetchQuery(ipPolicies.detail("ipp_c"))).rejects.toMatchObject({ status });
  });

  it("are not guessed when the service fails otherwise", async () => {
    answers({ GET: fails(500) });
    await expect(client().fetchQuery(ipPolicies.query)).rejects.toMatchObject({ status: 500 });
  });
});
