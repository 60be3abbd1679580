// Cause: whether a change lets somebody in was found out by saving it. Law: a test request goes the way of a visitor, from the
// address that it claims, with the saved module or a draft, and leaves nothing behind (docs/decisions/edge/test-requests.md).
import { createHmac } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { newId } from "#service/store/ids.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";
import type { TestRequest } from "./test-requests.ts";

const t = moduleEdge();
let policy: string;
beforeAll(async () => {
  const made = { description: "", metadata: "", created_at: new Date().toISOString() };
  policy = newId("ipPolicy");
  await t.gateway.db
    .insertInto("ip_policies")
    .values({ ...made, id: policy })
    .execute();
  const rule = { ip_policy_id: policy, action: "allow", cidr: "203.0.113.0/24" };
  await t.gateway.db
    .insertInto("ip_policy_rules")
    .values({ ...made, ...rule, id: newId("ipPolicyRule") })
    .execute();
});
beforeEach(() => {
  t.answer((request, response) => {
    request.setEncoding("utf8");
    let body = "";
    request.on("data", (text: string) => (body += text));
    request.on("end", () => {
      const { method, url, headers } = request;
      response.setHeader("set-cookie", ["a=1", "b=2"]);
      response.end(JSON.stringify({ method, url, body, from: headers["x-forwarded-for"] }));
    });
  });
});

const send = (more: Partial<TestRequest> = {}) =>
  t.edge.test({
    id: newId("event"),
    proto: "https",
    host: EDGE,
    target: "/v1/x?a=1",
    method: "GET",
    headers: {},
    body: Buffer.alloc(0),
    clientIp: "203.0.113.7",
    module: null,
    ...more,
  });
const draft = (kind: string, request: Record<string, unknown>) => ({
  module: { ownerId: t.ids.route, kind, request },
});
const verdicts = ({ event }: Awaited<ReturnType<typeof send>>) =>
  (event.gatehouse?.decisions ?? []).map(({ module, verdict }) => `${module} ${verdict}`);

test("it goes the way of a visitor from the address it claims, and its event is marked", async () => {
  await t.set("ip_restriction", { ip_policy_ids: [policy] });
  const sent = await send({ method: "POST", body: Buffer.from("grüße"), headers: { "X-Many": ["1", "2"] } });
  expect(sent.response).toMatchObject({ status: 200, truncated: false });
  expect(sent.response?.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
  expect(JSON.parse(String(sent.response?.body))).toEqual({
    method: "POST",
    url: "/v1/x?a=1",
    body: "grüße",
    from: "203.0.113.7",
  });
  const event = TrafficEvent.parse(sent.event);
  expect(event.gatehouse).toMatchObject({
    test: true,
    outcome: "answered",
    route_id: t.ids.route,
    session_id: expect.stringMatching(/^ts_/),
  });
  expect(event.object).toMatchObject({
    conn: { client_ip: "203.0.113.7", server_name: EDGE },
    http: { request: { url: { scheme: "https" }, headers: { "X-Many": ["1", "2"] } } },
  });
  expect(verdicts(sent)).toEqual(["ip_restriction allow"]);
  const other = await send({ clientIp: "198.51.100.1" });
  expect([other.response?.status, verdicts(other)]).toEqual([403, ["ip_restriction block"]]);
  // What visitors do is recorded; nothing of this was.
  expect(t.events).toEqual([]);
});

test("a draft is used for it alone: on, off, another backend", async () => {
  const open = await send(draft("ip_restriction", { ip_policy_ids: [policy] }));
  expect(verdicts(open)).toEqual(["ip_restriction allow"]);
  await t.set("user_agent_filter", { deny: ["curl"] });
  const [headers, other] = [{ "User-Agent": ["curl/8"] }, { "User-Agent": ["wget/1"] }];
  expect((await send({ headers })).response?.status).toBe(403);
  expect(
    (await send({ headers, ...draft("user_agent_filter", { enabled: false, deny: ["curl"] }) })).response
      ?.status,
  ).toBe(200);
  expect(
    (await send({ headers: other, ...draft("backend", { backend_id: "bkdtg_0" }) })).event.gatehouse
      ?.error_code,
  ).toBe("ERR_GATEHOUSE_3203");
  expect((await send({ headers: other })).response?.status).toBe(200);
});

test("a circuit breaker counts none, and none tries an app for it", async () => {
  await t.set("circuit_breaker", {
    tripped_duration: 1,
    volume_threshold: 2,
    error_threshold_percentage: 0.5,
  });
  t.answer((_request, response) => void response.writeHead(500).end());
  const statuses = [];
  for (let i = 0; i < 4; i += 1) statuses.push((await send()).response?.status);
  expect(statuses).toEqual([500, 500, 500, 500]);
  const call = async () => (await t.call("/v1/x", { headers: { host: EDGE } })).status;
  expect([await call(), await call(), await call()]).toEqual([500, 500, 503]);
  expect(verdicts(await send())).toEqual(["circuit_breaker block"]);
});

// Cause: a test with a signed message was remembered, and the provider's own was refused as a repetition. Law: a test leaves nothing
// behind.
test("a signed message of a test is still new when its provider sends it", async () => {
  await t.set("webhook_verification", { provider: "box", secret: "s" });
  const at = new Date().toISOString();
  const signature = createHmac("sha256", "s").update(`paid${at}`).digest("base64");
  const headers = { "box-delivery-timestamp": at, "box-signature-primary": signature };
  const message = { method: "POST", body: Buffer.from("paid") };
  const tested = async () => {
    const lists = Object.entries(headers).map(([name, value]) => [name, [value]] as const);
    return (await send({ ...message, headers: Object.fromEntries(lists) })).response?.status;
  };
  const visit = () => t.call("/v1/x", { method: "POST", headers: { host: EDGE, ...headers }, body: "paid" });
  expect([await tested(), await tested()]).toEqual([200, 200]);
  expect([(await visit()).status, await tested(), (await visit()).status]).toEqual([200, 403, 403]);
});

test("an answer without end is shown as far as 256 KiB", async () => {
  t.answer((_request, response) => {
    const more = (): void =>
      void (response.write("x".repeat(65_536)) ? setImmediate(more) : response.once("drain", more));
    more();
  });
  const { response, event } = await send();
  expect([response?.body.length, response?.truncated, event.gatehouse?.outcome]).toEqual([
    262_144,
    true,
    "left",
  ]);
});

test("what no visitor could send is refused as theirs is", async () => {
  const sent = await send({ headers: { "x-long": ["x".repeat(40_000)] } });
  expect(sent.response?.status).toBe(431);
  expect(sent.event.gatehouse).toMatchObject({ test: true, error_code: "ERR_GATEHOUSE_3221" });
});
