import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EventList, type Event } from "#contract/event.ts";
import { idAt } from "../store/ids.ts";
import { keep, trafficEvent } from "../testing/traffic-events.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { addMember } from "../testing/test-member.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

type Answer = { events: Event[]; next_page_uri: string | null };
const list = async (query = "") => {
  const answer = await app.call<Answer>(`GET /events${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.body;
};
const policy = async (headers: Record<string, string> = {}) =>
  (await app.call<{ id: string }>("POST /ip_policies", { body: {}, headers })).body.id;
const types = ({ events }: Answer) => events.map(({ event_type }) => event_type);

describe("GET /event_counts", () => {
  type Counts = { since: string; counts: { type: string; count: number }[] };
  const counts = async (query = "") => (await app.call<Counts>(`GET /event_counts${query}`)).body;

  it("counts audit events and what passed the edge, by kind", async () => {
    await policy();
    await policy();
    await app.call(`DELETE /ip_policies/${await policy()}`);
    const request = trafficEvent({ "http.response.status_code": 200 });
    const connection = trafficEvent({ "conn.end_ts": "2026-11-21T05:00:09.125Z" });
    // One with every field is an operator’s test, which doesn’t count.
    await keep(app.traffic, [request, trafficEvent(), request, connection]);
    const { since, counts: found } = await counts();
    expect(Object.fromEntries(found.map(({ type, count }) => [type, count]))).toEqual({
      "ip_policy_created.v0": 3,
      "ip_policy_deleted.v0": 1,
      "http_request_complete.v0": 2,
      "tcp_connection_closed.v0": 1,
    });
    expect(Date.now() - Date.parse(since)).toBeGreaterThan(24 * 3_600_000 - 1);
    expect((await counts("?hours=720")).counts).toEqual(found);
  });

  it("leaves out what is older", async () => {
    await policy();
    const old = idAt("event", Date.now() - 25 * 3_600_000);
    await app.db.updateTable("events").set({ id: old }).execute();
    expect((await counts()).counts).toEqual([]);
    expect((await counts("?hours=168")).counts).toEqual([{ type: "ip_policy_created.v0", count: 1 }]);
  });
});

describe("GET /events", () => {
  it("shows the family's envelope, newest first", async () => {
    const id = await policy();
    await app.call(`PATCH /ip_policies/${id}`, { body: { description: "office" } });
    const page = EventList.parse((await app.call("GET /events")).body);
    expect(page.next_page_uri).toBeNull();
    expect(page.events.map(({ event_type }) => event_type)).toEqual([
      "ip_policy_updated.v0",
      "ip_policy_created.v0",
    ]);
    expect(page.events[0]).toEqual({
      event_id: expect.stringMatching(/^ev_[0-9A-Za-z]{27}$/),
      event_type: "ip_policy_updated.v0",
      event_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      account_id: expect.stringMatching(/^ac_[0-9A-Za-z]{27}$/),
      principal: {
        id: app.userId,
        subject: "admin",
        source: "API",
        credential: { id: expect.stringMatching(/^ak_/), uri: expect.stringContaining("/api/api_keys/ak_") },
      },
      object: {
        id,
        uri: `http://service.test/api/ip_policies/${id}`,
        created_at: expect.any(String),
        description: "office",
        metadata: "",
      },
      gatehouse: { before: { description: "" } },
    });
    expect(page.events[1]).not.toHaveProperty("gatehouse");
    expect(page.events[1]?.account_id).toBe(page.events[0]?.account_id);
  });

  it("filters by type, object and principal, all at once", async () => {
    const { userId, token } = await addMember(app.db);
    const mine = await policy();
    const theirs = await policy({ authorization: `Bearer ${token}` });
    await app.call(`DELETE /ip_policies/${mine}`);
    expect(types(await list("?type=ip_policy_deleted.v0"))).toEqual(["ip_policy_deleted.v0"]);
    expect(types(await list(`?object_id=${mine}`))).toHaveLength(2);
    const byThem = await list(`?principal=${userId}`);
    expect(byThem.events.map(({ object }) => object["id"])).toEqual([theirs]);
    expect(types(await list(`?principal=${userId}&type=ip_policy_deleted.v0`))).toEqual([]);
    expect(types(await list(`?object_id=${mine}&type=ip_policy_created.v0`))).toHaveLength(1);
  });

  // Cause: an edge's history lacked what was done to its routes. Law: by an edge come its own changes and those of its routes, also of
  // routes that are gone, and no other edge's.
  it("filters by an edge, with its routes", async () => {
    const make = async (path: string, body: object) =>
      (await app.call<{ id: string }>(`POST ${path}`, { body })).body.id;
    const edge = await make("/edges/https", { hostports: ["a.example:443"] });
    const other = await make("/edges/https", { hostports: ["b.example:443"] });
    const route = await make(`/edges/https/${edge}/routes`, { match_type: "path_prefix", match: "/" });
    await make(`/edges/https/${other}/routes`, {
      match_type: "path_prefix",
      match: "/",
      description: `"edge_id":"${edge}"`,
    });
    await app.call(`PUT /edges/https/${edge}/routes/${route}/compression`, { body: {} });
    await app.call(`DELETE /edges/https/${edge}/routes/${route}`);
    const found = await list(`?edge_id=${edge}`);
    expect(found.events.map(({ event_type, object }) => [event_type, object["id"]])).toEqual([
      ["https_edge_route_deleted.v0", route],
      ["https_edge_route_updated.v0", route],
      ["https_edge_route_created.v0", route],
      ["https_edge_created.v0", edge],
    ]);
    expect(types(await list(`?edge_id=${edge}&resource=https_edge`))).toEqual(["https_edge_created.v0"]);
  });

  // Cause: what happened to the rules of a policy could not be asked for. Law: who changed what decides an address, and when, is one
  // question.
  it("filters by an IP policy, with its rules, also those that are gone", async () => {
    const [mine, other] = [await policy(), await policy()];
    const rule = async (ip_policy_id: string, description: string) =>
      (
        await app.call<{ id: string }>("POST /ip_policy_rules", {
          body: { ip_policy_id, action: "allow", cidr: "10.0.0.0/8", description },
        })
      ).body.id;
    const id = await rule(mine, "");
    await rule(other, `"ip_policy":{"id":"${mine}"`);
    await app.call(`DELETE /ip_policy_rules/${id}`);
    const found = await list(`?ip_policy_id=${mine}`);
    expect(found.events.map(({ event_type, object }) => [event_type, object["id"]])).toEqual([
      ["ip_policy_rule_deleted.v0", id],
      ["ip_policy_rule_created.v0", id],
      ["ip_policy_created.v0", mine],
    ]);
  });

  it("filters by the kind of what was changed, and by the key it was done with", async () => {
    const { token } = await addMember(app.db);
    const mine = await policy();
    await app.call(`PATCH /ip_policies/${mine}`, { body: { metadata: "x" } });
    await app.call("POST /backends/tunnel_group", { body: { labels: { app: "web" } } });
    const theirs = await policy({ authorization: `Bearer ${token}` });
    expect(types(await list("?resource=ip_policy"))).toHaveLength(3);
    expect(types(await list("?resource=tunnel_group_backend"))).toEqual(["tunnel_group_backend_created.v0"]);
    const [newest, ...others] = (await list()).events;
    const key = newest?.principal?.credential?.id ?? "";
    expect((await list(`?credential=${key}`)).events.map(({ object }) => object["id"])).toEqual([theirs]);
    expect(others.every(({ principal }) => principal?.credential?.id !== key)).toBe(true);
    expect(types(await list(`?credential=${key}&resource=tunnel_group_backend`))).toEqual([]);
  });

  it("filters by time: since is included, until is not, offsets and fractions are understood", async () => {
    const id = await policy();
    const at = "2026-11-21T10:00:05Z";
    await app.db.updateTable("events").set({ timestamp: at }).where("object_id", "=", id).execute();
    const count = async (query: string) => (await list(`?${query}`)).events.length;
    expect(await count(`since=${at}`)).toBe(1);
    expect(await count("since=2026-11-21T10:00:05.001Z")).toBe(0);
    expect(await count("since=2026-11-21T10:00:04.999Z")).toBe(1);
    expect(await count(`until=${at}`)).toBe(0);
    expect(await count("until=2026-11-21T10:00:05.001Z")).toBe(1);
    expect(await count(`since=${encodeURIComponent("2026-11-21T12:00:05+02:00")}`)).toBe(1);
    expect(await count(`until=${encodeURIComponent("2026-11-21T12:00:05+02:00")}`)).toBe(0);
    expect(await count("since=2026-11-21T10:00:00Z&until=2026-11-21T10:01:00Z")).toBe(1);
    expect(await count("since=2016-12-31T23:59:60Z&until=9999-12-31T23:59:59.999Z")).toBe(1);
    expect(await count("since=0000-01-01T00:00:00%2B01:00")).toBe(1);
  });

  it("pages as every list, and the next page keeps the filters", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await policy());
    await app.call(`DELETE /ip_policies/${ids[0]}`);
    const seen: unknown[] = [];
    let next: string | null = "/events?limit=2&type=ip_policy_created.v0";
    while (next !== null) {
      const page: Answer = (await app.call<Answer>(`GET ${next}`)).body;
      seen.push(...page.events.map(({ object }) => object["id"]));
      next = page.next_page_uri?.replace("http://service.test/api", "") ?? null;
    }
    expect(seen).toEqual(ids.toReversed());
  });

  it.each([
    ["type=nothing", "type"],
    ["since=yesterday", "since"],
    ["until=2026-11-21", "until"],
    ["before_id=ak_1", "before_id"],
    ["colour=red", "colour"],
  ])("refuses ?%s", async (query, name) => {
    const { status, body } = await app.call(`GET /events?${query}`);
    expect(status).toBe(400);
    expect(body.msg).toContain(name);
  });

  it("never holds a token", async () => {
    const { body: key } = await app.call<{ token: string }>("POST /api_keys", { body: {} });
    const { body: credential } = await app.call<{ token: string }>("POST /credentials", { body: {} });
    const text = JSON.stringify(await list());
    expect(text).not.toContain(key.token);
    expect(text).not.toContain(credential.token);
    expect(text.match(/"token":null/g)).toHaveLength(2);
  });
});
