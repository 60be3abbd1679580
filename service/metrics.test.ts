import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld } from "./testing/conformance/world.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    gateway: {
      command: () => Promise.resolve(null),
      disconnectCredential: () => Promise.resolve(),
      sessions: () => 3,
      close: () => Promise.resolve(),
    },
  });
});
afterAll(() => app.close());

const read = async (key = app.key) => {
  const answer = await app.fetch("/metrics", { headers: { authorization: `Bearer ${key}` } });
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
};
/** The value of a series, by its name and what its labels hold. */
function valueOf(text: string, name: string, ...labels: string[]): number | undefined {
  const line = text
    .split("\n")
    .find((one) => new RegExp(`^${name}[ {]`).test(one) && labels.every((label) => one.includes(label)));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

it("is for who has a key", async () => {
  expect((await app.fetch("/metrics")).status).toBe(401);
  expect((await read("gh2_wrong")).status).toBe(401);
  expect((await app.fetch("/metrics", { method: "POST" })).status).toBe(405);
});

it("counts requests by operation and status, and what is going on", async () => {
  const before = (await read()).text;
  expect((await app.call("GET /ip_policies")).status).toBe(200);
  expect((await app.call("GET /ip_policies/ipp_nobody")).status).toBe(404);
  expect((await app.call("GET /ip_policies", { headers: { "service-version": "" } })).status).toBe(400);
  const { status, type, text } = await read();
  expect([status, type]).toEqual([200, expect.stringContaining("text/plain; version=0.0.4")]);
  const count = "gatehouse_http_request_duration_seconds_count";
  const rows = text.split("\n").filter((line) => line.startsWith(count));
  const statuses = rows.map((row) => /status="(\d+)"/.exec(row)?.[1]);
  expect(statuses).toEqual(expect.arrayContaining(["200", "400", "404"]));
  expect(valueOf(text, "gatehouse_agent_sessions")).toBe(3);
  expect(valueOf(text, "gatehouse_event_streams")).toBe(0);
  expect(valueOf(text, "gatehouse_database_writable")).toBe(1);
  for (const name of ["queries", "seconds"]) {
    const total = `gatehouse_database_${name}_total`;
    expect(valueOf(text, total)).toBeGreaterThan(valueOf(before, total) ?? Infinity);
  }
  expect(valueOf(text, "nodejs_eventloop_lag_p99_seconds")).toBeDefined();
});

it("counts commands to agents by what came of them", async () => {
  const { session } = await makeWorld(app).online();
  expect((await app.call(`POST /tunnel_sessions/${session}/restart`, { body: {} })).status).toBe(404);
  const { text } = await read();
  const counted = valueOf(text, "gatehouse_agent_commands_total", 'command="restart"', 'outcome="gone"');
  expect(counted).toBe(1);
});

it("names no key and no object, so that strangers make no series", async () => {
  await read();
  const before = (await read()).text.split("\n").length;
  for (const path of ["/api/a", "/api/b", "/c", `/api/keys/${app.userId}`]) await app.fetch(path);
  await app.call("GET /ip_policies/ipp_1");
  await app.call("GET /ip_policies/ipp_2");
  const { text } = await read();
  expect(text).not.toMatch(/ipp_|gh2_|usr_/);
  // Two new pairs of operation and status at most, each with its buckets, sum and count.
  expect(text.split("\n").length - before).toBeLessThanOrEqual(2 * 17);
});
