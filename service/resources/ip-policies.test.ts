import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { IpPolicy, IpPolicyList } from "#contract/ip-policy.ts";
import { IpPolicyRule, IpPolicyRuleList } from "#contract/ip-policy-rule.ts";
import type { ErrorBody, Issue } from "#contract/error.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const policy = async (body: object = {}) => (await app.call<IpPolicy>("POST /ip_policies", { body })).body;
const rule = (ip_policy_id: string, cidr: string, more: object = {}) =>
  app.call<IpPolicyRule>("POST /ip_policy_rules", { body: { ip_policy_id, cidr, action: "allow", ...more } });
const issues = (body: unknown) => JSON.parse((body as ErrorBody).details?.["issues"] ?? "[]") as Issue[];
const code = (body: unknown) => (body as ErrorBody).error_code;
const eventTypes = async () =>
  (await app.db.selectFrom("events").select("type").orderBy("seq").execute()).map(({ type }) => type);

describe("IP policies", () => {
  it("are created, read, listed, changed and deleted", async () => {
    const made = await app.call<IpPolicy>("POST /ip_policies", { body: { description: "office" } });
    expect(made).toMatchObject({ status: 201, body: { description: "office", metadata: "" } });
    const { id, uri } = IpPolicy.parse(made.body);
    expect(uri).toBe(`http://service.test/api/ip_policies/${id}`);
    expect((await app.call(`GET /ip_policies/${id}`)).body).toEqual(made.body);
    const changed = await app.call(`PATCH /ip_policies/${id}`, { body: { metadata: "m" } });
    expect(changed).toMatchObject({ status: 200, body: { description: "office", metadata: "m" } });
    const list = await app.call("GET /ip_policies");
    expect(IpPolicyList.parse(list.body).ip_policies).toEqual([changed.body]);
    expect((await app.call(`DELETE /ip_policies/${id}`)).status).toBe(204);
    expect((await app.call(`GET /ip_policies/${id}`)).status).toBe(404);
  });

  it("refuse action, which is the rules', and a change of nothing", async () => {
    const refused = await app.call("POST /ip_policies", { body: { action: "allow" } });
    expect(refused.status).toBe(400);
    expect(issues(refused.body)).toMatchObject([
      { path: ["action"], message: expect.stringContaining("rule") },
    ]);
    const { id } = await policy();
    const nothing = await app.call(`PATCH /ip_policies/${id}`, { body: {} });
    expect(nothing).toMatchObject({ status: 400, body: { error_code: "ERR_GATEHOUSE_1400" } });
    expect(nothing.body.msg).toContain("description, metadata");
  });

  it("take their rules with them, each with its event", async () => {
    const { id } = await policy();
    const rules = [(await rule(id, "203.0.113.0/24")).body, (await rule(id, "2001:db8::/32")).body];
    const other = (await rule((await policy()).id, "203.0.113.0/24")).body;
    expect((await app.call(`DELETE /ip_policies/${id}`)).status).toBe(204);
    const left = await app.call("GET /ip_policy_rules");
    expect(IpPolicyRuleList.parse(left.body).ip_policy_rules).toEqual([other]);
    const rows = await app.db
      .selectFrom("events")
      .select(["type", "object", "object_id"])
      .orderBy("seq")
      .execute();
    expect(rows.slice(-3).map(({ type, object_id }) => [type, object_id])).toEqual([
      ["ip_policy_rule_deleted.v0", rules[0]?.id],
      ["ip_policy_rule_deleted.v0", rules[1]?.id],
      ["ip_policy_deleted.v0", id],
    ]);
    expect(JSON.parse(rows.at(-2)?.object ?? "")).toEqual(rules[1]);
  });

  it("stay while an edge or a route refers to them, with their rules", async () => {
    const { id } = await policy();
    await rule(id, "203.0.113.0/24");
    const before = await eventTypes();
    const ip_restriction = { ip_policy_ids: [id] };
    const edge = await app.call<{ id: string }>("POST /edges/tls", { body: { ip_restriction } });
    expect(edge.status).toBe(201);
    const refused = await app.call(`DELETE /ip_policies/${id}`);
    expect(refused).toMatchObject({ status: 409, body: { error_code: "ERR_GATEHOUSE_9011" } });
    expect(refused.body.msg).toContain(edge.body.id);
    expect(await eventTypes()).toEqual([...before, "tls_edge_created.v0"]);
    await app.call(`DELETE /edges/tls/${edge.body.id}/ip_restriction`);
    expect((await app.call(`DELETE /ip_policies/${id}`)).status).toBe(204);
  });

  it("are not half deleted when an event can't be written", async () => {
    const { id } = await policy();
    await rule(id, "203.0.113.0/24");
    await app.db.schema.alterTable("events").renameTo("elsewhere").execute();
    expect((await app.call(`DELETE /ip_policies/${id}`)).status).toBe(500);
    expect((await app.call<IpPolicyRuleList>("GET /ip_policy_rules")).body.ip_policy_rules).toHaveLength(1);
    expect((await app.call(`GET /ip_policies/${id}`)).status).toBe(200);
  });
});

type IpPolicyRuleList = { ip_policy_rules: IpPolicyRule[] };

describe("IP policy rules", () => {
  it("are created, read, listed, changed and deleted, each with its event", async () => {
    const { id: policyId, uri } = await policy();
    const made = await rule(policyId, "203.0.113.0/24", { action: "deny", description: "d", metadata: "m" });
    expect(made).toMatchObject({
      status: 201,
      body: { cidr: "203.0.113.0/24", action: "deny", ip_policy: { id: policyId, uri }, description: "d" },
    });
    const { id } = IpPolicyRule.parse(made.body);
    expect((await app.call(`GET /ip_policy_rules/${id}`)).body).toEqual(made.body);
    const changed = await app.call(`PATCH /ip_policy_rules/${id}`, { body: { id, cidr: "198.51.100.0/24" } });
    expect(changed).toMatchObject({ status: 200, body: { cidr: "198.51.100.0/24", description: "d" } });
    expect((await app.call(`DELETE /ip_policy_rules/${id}`)).status).toBe(204);
    expect((await app.call(`GET /ip_policy_rules/${id}`)).status).toBe(404);
    expect(await eventTypes()).toEqual([
      "ip_policy_created.v0",
      "ip_policy_rule_created.v0",
      "ip_policy_rule_updated.v0",
      "ip_policy_rule_deleted.v0",
    ]);
  });

  it("keep the one writing of a range", async () => {
    const { id } = await policy();
    expect((await rule(id, "2001:DB8:0:0::/48")).body.cidr).toBe("2001:db8::/48");
    expect((await rule(id, "0.0.0.0/0")).body.cidr).toBe("0.0.0.0/0");
    const same = await rule(id, "2001:0db8::/48");
    expect(same).toMatchObject({ status: 409, body: { error_code: "ERR_GATEHOUSE_1408" } });
    expect(issues(same.body)).toMatchObject([{ path: ["cidr"] }]);
  });

  it("are unique in their policy, on update too, and free in another", async () => {
    const { id } = await policy();
    const first = (await rule(id, "10.0.0.0/8")).body;
    const second = (await rule(id, "10.0.0.0/16")).body;
    expect((await rule(id, "10.0.0.0/8", { action: "deny" })).status).toBe(409);
    const moved = await app.call(`PATCH /ip_policy_rules/${second.id}`, { body: { cidr: "10.0.0.0/8" } });
    expect(moved).toMatchObject({ status: 409, body: { error_code: "ERR_GATEHOUSE_1408" } });
    expect(moved.body.msg).toContain(first.id);
    const kept = await app.call(`PATCH /ip_policy_rules/${first.id}`, { body: { cidr: "10.0.0.0/8" } });
    expect(kept.status).toBe(200);
    expect((await rule((await policy()).id, "10.0.0.0/8")).status).toBe(201);
  });

  it.each([
    ["203.0.113.7/24", "203.0.113.0/24"],
    ["2001:db8::1/32", "2001:db8::/32"],
    ["203.0.113.7", "203.0.113.7/32"],
  ])("refuse %s and offer %s", async (cidr, offer) => {
    const refused = await rule((await policy()).id, cidr);
    expect(refused.status).toBe(400);
    expect(issues(refused.body)).toMatchObject([{ path: ["cidr"], message: expect.stringContaining(offer) }]);
  });

  it("refuse an unknown policy by field", async () => {
    const refused = await rule("ipp_nobody", "10.0.0.0/8");
    expect(refused).toMatchObject({ status: 400, body: { error_code: "ERR_GATEHOUSE_1402" } });
    expect(issues(refused.body)).toMatchObject([{ path: ["ip_policy_id"] }]);
    const malformed = await rule("ak_1", "10.0.0.0/8");
    expect(malformed.status).toBe(400);
    expect(issues(malformed.body)).toMatchObject([{ path: ["ip_policy_id"] }]);
  });

  it("never change their action or policy, and refuse a change of nothing", async () => {
    const { id: policyId } = await policy();
    const { id } = (await rule(policyId, "10.0.0.0/8")).body;
    for (const body of [
      { action: "deny" },
      { ip_policy_id: policyId },
      { description: "x", action: "deny" },
    ]) {
      const refused = await app.call(`PATCH /ip_policy_rules/${id}`, { body });
      expect(refused.status).toBe(400);
      expect(issues(refused.body)[0]?.message).toContain("can’t be changed");
    }
    const nothing = await app.call(`PATCH /ip_policy_rules/${id}`, { body: { id } });
    expect(code(nothing.body)).toBe("ERR_GATEHOUSE_1401");
  });
});

describe("a rule's refusal", () => {
  it.each([
    ["::ffff:10.0.0.0/104", "ERR_GATEHOUSE_1406", "Use 10.0.0.0/8"],
    ["office", "ERR_GATEHOUSE_1406", "Invalid IP range"],
    ["10.0.0.1/8", "ERR_GATEHOUSE_1409", "Use 10.0.0.0/8"],
    ["10.0.0.1", "ERR_GATEHOUSE_1413", "Use 10.0.0.1/32"],
  ])("of %s has the family's code %s", async (cidr, error_code, words) => {
    // Cause: a mapped range was another text than its IPv4 range; every fault was 215.
    // Law: a CIDR is unique in its policy; codes 1406, 1409, 1413 (protocol-facts.md#ip-policies).
    const { id } = await policy();
    const { body: made } = await rule(id, "192.0.2.0/24");
    const asked = [
      await rule(id, cidr),
      await app.call(`PATCH /ip_policy_rules/${made.id}`, { body: { cidr } }),
    ];
    for (const { status, body } of asked) {
      expect([status, code(body)]).toEqual([400, error_code]);
      expect(issues(body)).toMatchObject([{ path: ["cidr"], message: expect.stringContaining(words) }]);
    }
  });

  it("of a change of its action says just that", async () => {
    // Cause: “(and 1 more)” hid that nothing else was sent. Law: each refusal says how to mend it.
    const { body: made } = await rule((await policy()).id, "192.0.2.0/24");
    const { body } = await app.call(`PATCH /ip_policy_rules/${made.id}`, { body: { action: "deny" } });
    expect(body.error_code).toBe("ERR_GATEHOUSE_214");
    expect(body.msg).toBe("action can’t be changed. Create a new rule, then delete this one.");
    expect(issues(body).map(({ path }) => path)).toEqual([["action"]]);
  });
});
