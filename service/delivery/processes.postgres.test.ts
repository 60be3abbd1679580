// Law: a changed source decides what every process sends of what passes after its answer, an edge that runs alone too.
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { callOver, type TestApp } from "../testing/test-app.ts";
import type { TestDatabase } from "../testing/postgres-database.ts";
import { createTestDatabase } from "../testing/test-postgres.ts";
import { buildService, launchEdge, launchService, type ServiceProcess } from "../testing/test-process.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";

const TYPE = "http_request_complete.v0";
const HOST = "shop.example";
let folder: string;
let database: TestDatabase;
let running: ServiceProcess[];
let hook: WebhookReceiver;

beforeAll(buildService);
beforeEach(async () => {
  const created = await createTestDatabase({ bare: true });
  if (!created) throw new Error("These tests need Postgres.");
  database = created;
  folder = mkdtempSync(join(tmpdir(), "gatehouse-sources-"));
  running = [];
  hook = await startWebhookReceiver();
});
afterEach(async () => {
  for (const { child, exited } of running) {
    child.kill("SIGKILL");
    await exited;
  }
  hook.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const env = () => ({ GATEHOUSE_DATABASE_URL: database.url });

async function service(name: string, key?: string) {
  const flags = ["--data", join(folder, name), "--private-destinations", ...(key ? ["--api-key", key] : [])];
  const started = launchService(flags, { env: env() });
  running.push(started);
  const origin = await started.origin;
  const own = key ?? readFileSync(join(folder, name, "admin.key"), "utf8").trim();
  return { key: own, call: callOver((path, init) => fetch(`${origin}${path}`, init), own) };
}

async function ask<T = { id: string }>(call: TestApp["call"], operation: string, body?: object): Promise<T> {
  const answer = await call<T>(operation, body && { body });
  expect([answer.status < 300, answer.body]).toEqual([true, answer.body]);
  return answer.body;
}

/** A request over TLS, to the edge of the service that is asked for its endpoints. */
async function visitService(call: TestApp["call"], path: string): Promise<void> {
  type List = { endpoints: { public_url: string }[] };
  const { endpoints } = await ask<List>(call, "GET /endpoints");
  const { port, host } = new URL(endpoints[0]!.public_url);
  const to = { host: "127.0.0.1", port, path, servername: HOST, headers: { host }, agent: false };
  const [answer] = await once(https.get({ ...to, rejectUnauthorized: false }), "response");
  (answer as IncomingMessage).resume();
}

async function visitEdge(origin: string, path: string): Promise<void> {
  const [answer] = await once(http.get(origin + path, { headers: { host: HOST }, agent: false }), "response");
  (answer as IncomingMessage).resume();
}

test("two services and an edge alone send by the source as it is, whoever changed it", async () => {
  const one = await service("one");
  const two = await service("two", one.key);
  const edge = launchEdge([], { env: env() });
  running.push(edge);
  const alone = await edge.origin;
  await ask(one.call, "POST /edges/https", { hostports: [`${HOST}:443`] });
  const target = { webhook: { url: hook.url, secret: hook.secret } };
  const { id: destination } = await ask(one.call, "POST /event_destinations", { target });
  const PATH = "http.request.url.path";
  const sources = [{ type: TYPE, fields: [PATH] }];
  const created = await ask(one.call, "POST /event_subscriptions", {
    sources,
    destination_ids: [destination],
  });
  const at = `PATCH /event_subscriptions/${created.id}/sources/${TYPE}`;

  /** A visit of each process, until all three are in the account’s traffic: what is to be sent is known by then. */
  const visits = async (name: string): Promise<void> => {
    const paths = ["one", "two", "alone"].map((who) => `/${name}/${who}`);
    await visitService(one.call, paths[0]!);
    await visitService(two.call, paths[1]!);
    await visitEdge(alone, paths[2]!);
    await vi.waitFor(
      async () => {
        const kept = JSON.stringify(await ask(two.call, "GET /traffic?limit=100"));
        expect(paths.filter((path) => !kept.includes(`"${path}"`))).toEqual([]);
      },
      { interval: 50 },
    );
  };
  const arrived = () => hook.received.map(({ event }) => JSON.stringify(event.object)).toSorted();
  const allOf = (name: string) =>
    ["alone", "one", "two"].map((who) =>
      JSON.stringify({ http: { request: { url: { path: `/${name}/${who}` } } } }),
    );
  const come = (count: number) =>
    vi.waitFor(() => expect(hook.received).toHaveLength(count), { interval: 50 });

  await visits("fields");
  await come(3);
  expect(arrived()).toEqual(allOf("fields"));
  await ask(two.call, at, { filter: "ev.conn.client_ip != '127.0.0.1'" });
  await visits("filtered");
  await ask(one.call, at, { filter: "", sample: 0.000_000_001 });
  await visits("sampled");
  await ask(two.call, at, { sample: 1 });
  await visits("sent");
  await come(6);
  expect(arrived()).toEqual([...allOf("fields"), ...allOf("sent")]);
  await ask(one.call, at, { fields: ["conn.client_ip"] });
  await visits("changed");
  await come(9);
  const last = hook.received.slice(6).map(({ event, valid }) => [valid, event.object]);
  expect(last).toEqual(last.map(() => [true, { conn: { client_ip: "127.0.0.1" } }]));
});
