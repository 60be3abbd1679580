// Cause: the edge applied no module, and closed every address that had one. Law: a guard lets in whom its rules let in, says in
// the event what decided, and where it can't be read nobody gets in (docs/decisions/edge/fail-closed.md).
import { once } from "node:events";
import net from "node:net";
import { describe, expect, test, vi } from "vitest";
import { newId } from "#service/store/ids.ts";
import { addEdge } from "../testing/add-edge.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";
import { NotApplicable } from "./compiled.ts";
import type { Met } from "./guard.ts";
import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import { guardOf, UNAPPLIED } from "./guards.ts";

const t = moduleEdge();

const set = (kind: string, value: object | null, owner?: string) => t.set(kind, value, owner);
const call = (headers: Record<string, string> = {}) =>
  t.call("/v1/x", { headers: { host: EDGE, ...headers } });

/** What the event says of the one request that was made. */
async function told() {
  await vi.waitFor(() => expect(t.events).toHaveLength(1));
  const [event] = t.events;
  const { decisions = [], error_code, phases } = event?.gatehouse ?? {};
  return { object: event?.object ?? {}, decisions, error_code, phases };
}

async function policy(...rules: [action: string, cidr: string][]): Promise<string> {
  const common = { metadata: "", created_at: new Date().toISOString() };
  const id = newId("ipPolicy");
  await t.gateway.db
    .insertInto("ip_policies")
    .values({ ...common, id, description: "Office" })
    .execute();
  for (const [action, cidr] of rules)
    await t.gateway.db
      .insertInto("ip_policy_rules")
      .values({ ...common, id: newId("ipPolicyRule"), description: "", ip_policy_id: id, action, cidr })
      .execute();
  return id;
}
type Rules = Parameters<typeof policy>;

describe("IP restriction", () => {
  test.each<[what: string, rules: Rules[], status: number, reason: string]>([
    ["an allow rule", [[["allow", "127.0.0.0/8"]]], 200, "127.0.0.1 matches allow 127.0.0.0/8 of Office"],
    ["no rule that matches", [[["allow", "10.0.0.0/8"]]], 403, "No rule allows 127.0.0.1"],
    ["no rule", [[]], 403, "No rule allows 127.0.0.1"],
    ["only a deny rule", [[["deny", "10.0.0.0/8"]]], 403, "No rule allows 127.0.0.1"],
    ["everyone, in IPv6", [[["allow", "::/0"]]], 403, "No rule allows 127.0.0.1"],
    [
      "a deny rule of another policy",
      [[["allow", "0.0.0.0/0"]], [["deny", "127.0.0.1/32"]]],
      403,
      "127.0.0.1 matches deny 127.0.0.1/32 of Office",
    ],
  ])("%s", async (_what, policies, status, reason) => {
    const ids = await Promise.all(policies.map((rules) => policy(...rules)));
    await set("ip_restriction", { enabled: true, ip_policy_ids: ids });
    // The address is that of the connection, whatever the visitor says.
    expect(await call({ "x-forwarded-for": "10.1.1.1" })).toMatchObject({ status });
    const verdict = status === 200 ? "allow" : "block";
    const event = await told();
    const [, range, name] = / matches (.*) of (.*)/.exec(reason) ?? [];
    const rule = { id: expect.stringMatching(/^ipr_/), text: range };
    const refs = range === undefined ? ids.map((id) => ({ id })) : [rule, { id: ids.at(-1), text: name }];
    expect(event.decisions).toEqual([
      { module: "ip_restriction", verdict, reason, refs, took_ms: expect.any(Number) },
    ]);
    expect(event.object).toMatchObject({ ip_policy: { decision: verdict } });
    expect(event.error_code).toBe(status === 200 ? undefined : "ERR_GATEHOUSE_3230");
    expect(event.phases?.modules).toBeGreaterThanOrEqual(0);
  });

  test("off, it decides nothing; a rule that is changed counts for the next request", async () => {
    const id = await policy(["allow", "10.0.0.0/8"]);
    await set("ip_restriction", { enabled: false, ip_policy_ids: [id] });
    expect(await call()).toMatchObject({ status: 200 });
    expect((await told()).decisions).toEqual([]);
    await set("ip_restriction", { ip_policy_ids: [id] });
    expect(await call()).toMatchObject({ status: 403 });
    await t.gateway.db
      .updateTable("ip_policy_rules")
      .set({ cidr: "127.0.0.0/8" })
      .where("ip_policy_id", "=", id)
      .execute();
    expect(await call()).toMatchObject({ status: 200 });
    await vi.waitFor(() => expect(t.events).toHaveLength(3));
  });

  test("a TCP address takes the connection of nobody whom it blocks", async () => {
    const tcp = await addEdge(t.gateway.db, "tls_edges", "tls", "tls.example:443");
    const spare = await freePort();
    await t.gateway.db
      .updateTable("endpoints")
      .set({ proto: "tcp", hostport: `tcp.example:${spare}` })
      .where("id", "=", tcp.endpoint)
      .execute();
    await set("ip_restriction", { ip_policy_ids: [await policy(["deny", "127.0.0.0/8"])] }, tcp.edge);
    await t.edge.followPorts();
    const socket = net.connect(spare, "127.0.0.1");
    await once(socket.resume(), "close");
    const { object, error_code } = await told();
    expect(object).toMatchObject({ ip_policy: { decision: "block" }, conn: { bytes_out: 0 } });
    expect(error_code).toBe("ERR_GATEHOUSE_3230");
  });
});

describe("user agent filter", () => {
  const filter = { enabled: true, allow: ["(?i)googlebot", "^$"], deny: ["(?i)bot", "^curl/"] };
  test.each<[agent: string | null, value: object, status: number, reason: string]>([
    ["GoogleBot/2", filter, 200, "Matches allow (?i)googlebot"],
    ["EvilBot", filter, 403, "Matches deny (?i)bot"],
    ["curl/8", filter, 403, "Matches deny ^curl/"],
    ["Firefox", filter, 200, "Matches no deny pattern"],
    [null, filter, 200, "Matches allow ^$"],
    [null, { ...filter, allow: null }, 403, "No User-Agent"],
    ["GoogleBot/2", { ...filter, allow: null }, 403, "Matches deny (?i)bot"],
    ["EvilBot", { ...filter, deny: null }, 200, "Matches no deny pattern"],
  ])("%s by %j", async (agent, value, status, reason) => {
    await set("user_agent_filter", value);
    expect(await call(agent === null ? {} : { "user-agent": agent })).toMatchObject({ status });
    const event = await told();
    const verdict = status === 200 ? "allow" : "block";
    expect(event.decisions).toMatchObject([{ module: "user_agent_filter", verdict, reason }]);
    expect(event.object).toMatchObject({ user_agent_filter: { decision: verdict } });
    expect(event.error_code).toBe(status === 200 ? undefined : "ERR_GATEHOUSE_3231");
  });

  test("off, it decides nothing", async () => {
    await set("user_agent_filter", { ...filter, enabled: false });
    expect(await call({ "user-agent": "EvilBot" })).toMatchObject({ status: 200 });
    expect((await told()).decisions).toEqual([]);
  });
});

describe("nobody gets in", () => {
  const missing = "ipp_2ZuZ5AqZQKYaDsCdBTBSgYUVUXR";
  test.each<[what: string, kind: string, value: () => object | Promise<object>, reason: RegExp]>([
    ["a missing policy", "ip_restriction", () => ({ ip_policy_ids: [missing] }), /ipp_\w+ is missing/],
    [
      "a rule that is no range",
      "ip_restriction",
      async () => ({ ip_policy_ids: [await policy(["allow", "127.0.0.0/8"], ["deny", "10.0.0.1/8"])] }),
      /^Rule ipr_\w+ of IP policy ipp_\w+ can’t be read$/,
    ],
    [
      "a stored value of another shape",
      "ip_restriction",
      () => ({ policies: [] }),
      /^The stored ip_policy_ids is required$/,
    ],
    [
      "a pattern that is none",
      "user_agent_filter",
      () => ({ deny: ["("] }),
      /^The stored deny.0 is not a valid/,
    ],
    [
      "a pattern that RE2 knows and its port does not",
      "user_agent_filter",
      () => ({ deny: ["[[:]"] }),
      /can’t be built$/,
    ],
    [
      "a pattern that takes seconds to build",
      "user_agent_filter",
      () => ({ deny: ["a{0,1000}".repeat(100)] }),
      /can’t be built$/,
    ],
  ])("%s", async (_what, kind, value, reason) => {
    await set(kind, await value());
    expect(await call()).toMatchObject({ status: 503 });
    const { decisions, error_code } = await told();
    expect(decisions).toMatchObject([
      { module: kind, verdict: "block", reason: expect.stringMatching(reason) },
    ]);
    expect(error_code).toBe("ERR_GATEHOUSE_3204");
  });
});

test("a request meets them in the order of the contract, and none after the one that blocks it", async () => {
  await set("user_agent_filter", { deny: ["bot"] });
  await set("ip_restriction", { ip_policy_ids: [await policy(["allow", "127.0.0.0/8"])] });
  await set("oauth", { enabled: true });
  expect(await call({ "user-agent": "bot" })).toMatchObject({ status: 403 });
  expect((await told()).decisions.map(({ module }) => module)).toEqual([
    "ip_restriction",
    "user_agent_filter",
  ]);
});

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  return port;
}

test("a kind lets nobody in as long as the edge has no code for it, and its contract says so", () => {
  // Law: what can't be decided fails closed (docs/decisions/edge/fail-closed.md).
  expect(() => guardOf("made_up")?.guard({}, {} as Met)).toThrow(NotApplicable);
  expect(guardOf("compression")).toBeNull();
  const without = ALL_CONTRACTS.filter(({ unapplied }) => unapplied).map(({ kind }) => kind);
  const todo = "code in edge/modules/guards.ts, or unapplied: true in the contract, of";
  expect({ [todo]: UNAPPLIED }).toEqual({ [todo]: without });
});
