// Cause: a request sent to try something counted as a visitor's. Law: a test request is told of in traffic and events, without
// secrets, and counts nowhere; a draft that would not be saved is refused at its field (docs/decisions/edge/test-requests.md).
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Event } from "#contract/event.ts";
import type { TestRequest } from "#contract/traffic/test-request.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { makeWorld, type World } from "../testing/conformance/world.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = makeWorld(app);
});
afterAll(() => app.close());

type Metrics = { series: { buckets: unknown[] }[] };

async function place() {
  const { id: edge_id } = await world.make("/edges/https", {}, { hostports: ["shop.example:443"] });
  const { id } = await world.make("/edges/https/{edge_id}/routes", { edge_id }, { match: "/" });
  return id;
}

it("is kept, audited without its query, and not counted", async () => {
  const route = await place();
  const module = { owner_id: route, kind: "user_agent_filter", request: { deny: ["curl"] } };
  const headers = { "user-agent": ["curl/8"] };
  const url = "https://shop.example/a?token=abc";
  // A visitor's socket says IPv4 in IPv6 too.
  const client_ip = "::ffff:203.0.113.7";
  const asked = { url, headers, module, client_ip };
  const { body } = await app.call<TestRequest>("POST /test_requests", { body: asked });
  expect(body.event.object.conn?.client_ip).toBe("203.0.113.7");
  expect(body.event.gatehouse).toMatchObject({
    test: true,
    route_id: route,
    decisions: [{ module: "user_agent_filter", verdict: "block", reason: "Matches deny curl" }],
  });
  expect(body.response?.status_code).toBe(403);
  const { body: kept } = await app.call<TrafficEvent>(`GET /traffic/${body.id}`);
  expect(kept).toMatchObject({ event_id: body.id, gatehouse: { test: true } });
  expect(JSON.stringify(kept)).not.toContain("abc");
  const { body: metrics } = await app.call<Metrics>("GET /traffic_metrics?by=account&bucket=1m");
  expect(metrics.series.flatMap(({ buckets }) => buckets)).toEqual([]);
  const { body: events } = await app.call<{ events: Event[] }>("GET /events?type=test_request_created.v0");
  expect(events.events.map(({ object }) => object)).toEqual([
    {
      id: body.id,
      method: "GET",
      url: "https://shop.example/a",
      client_ip: "203.0.113.7",
      module: { owner_id: route, kind: "user_agent_filter" },
    },
  ]);
  const stored = await app.db.selectFrom("modules").select("kind").where("owner_id", "=", route).execute();
  expect(stored).toEqual([]);

  // Cause: modules met the address as it was written. Law: they meet what a socket would say.
  const written = { url, client_ip: "0:0:0:0:0:FFFF:cb00:7107" };
  const again = await app.call<TestRequest>("POST /test_requests", { body: written });
  expect(again.body.event.object.conn?.client_ip).toBe("203.0.113.7");

  const refused = async (change: object, to = url) => {
    const draft = { url: to, module: { ...module, ...change } };
    return (await app.call("POST /test_requests", { body: draft })).body.details?.["issues"];
  };
  expect(await refused({ kind: "tls_termination" })).toContain('["module","kind"]');
  expect(await refused({ request: { deny: ["("] } })).toContain('["module","request","deny",0]');
  expect(await refused({}, "https://shop.example:65536/")).toContain('["url"]');
});
