import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { helloOf, RawAgent } from "./testing/test-gateway.ts";
import type { TestDatabase } from "./testing/postgres-database.ts";
import { createTestDatabase } from "./testing/test-postgres.ts";
import { buildService, launchService, type ServiceProcess } from "./testing/test-process.ts";

const LEASE_S = 2;
let folder: string;
let database: TestDatabase;
let running: ServiceProcess[];

beforeAll(buildService, 60_000);

beforeEach(async () => {
  const created = await createTestDatabase({ bare: true });
  if (!created) throw new Error("These tests need Postgres.");
  database = created;
  folder = mkdtempSync(join(tmpdir(), "gatehouse-processes-"));
  running = [];
});
afterEach(async () => {
  for (const { child, exited } of running) {
    child.kill("SIGKILL");
    await exited;
  }
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function launch(name: string, ...flags: string[]): ServiceProcess {
  const all = ["--data", join(folder, name), "--lease", String(LEASE_S), ...flags];
  const started = launchService(all, { env: { GATEHOUSE_DATABASE_URL: database.url } });
  running.push(started);
  return started;
}

async function start(name: string, ...flags: string[]): Promise<{ child: ChildProcess; origin: string }> {
  const { child, origin } = launch(name, ...flags);
  return { child, origin: await origin };
}

const keyOf = (name: string) => readFileSync(join(folder, name, "admin.key"), "utf8").trim();

async function ask(origin: string, key: string, operation: string) {
  const [method = "", path = ""] = operation.split(" ");
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "service-version": "2", "content-type": "application/json" },
    ...(method === "POST" ? { body: "{}" } : {}),
  });
  return (await answer.json()) as Record<string, unknown> & { tunnel_sessions: { id: string }[] };
}

test("kill -9: the waiting caller is told, the sessions leave the other's list within the lease, others stay", async () => {
  const one = await start("one");
  const key = keyOf("one");
  const two = await start("two", "--api-key", key);
  // Cause: the process list showed the key for as long as the service ran. Law: no secret in the process list.
  const shown = process.platform === "linux" ? readFileSync(`/proc/${two.child.pid}/cmdline`, "utf8") : "";
  expect(shown).not.toContain(key);
  const { token } = (await ask(one.origin, key, "POST /credentials")) as { token?: string };
  const [a, b] = [one, two].map(({ origin }) => new RawAgent(`${origin.replace("http", "ws")}/agent`));
  const { session_id } = await a!.join(helloOf(token!));
  const kept = await b!.join(helloOf(token!));
  const told = ask(two.origin, key, `POST /tunnel_sessions/${session_id}/restart`);
  await a!.next("command");

  const killed = performance.now();
  one.child.kill("SIGKILL");
  await vi.waitFor(
    async () => {
      const { tunnel_sessions } = await ask(two.origin, key, "GET /tunnel_sessions");
      expect(tunnel_sessions.map(({ id }) => id)).toEqual([kept.session_id]);
    },
    { timeout: 10_000, interval: 25 },
  );
  // A second for this machine's slowness.
  expect(performance.now() - killed).toBeLessThan((LEASE_S + 1) * 1_000);
  expect(await told).toMatchObject({ error_code: "ERR_GATEHOUSE_810" });
});

test("a data folder without a key of the account is told what to do, an unknown --api-key too", async () => {
  await start("one");
  const none = launch("two");
  expect(await none.exited).toEqual([1, null]);
  expect(none.errors()).toMatch(
    /already has an account, and .*admin\.key.*\. Start it with GATEHOUSE_API_KEY set to an admin’s key/,
  );
  const unknown = launch("three", "--api-key", "nobody-has-this-key-here");
  expect(await unknown.exited).toEqual([1, null]);
  expect(unknown.errors()).toMatch(/the given key is not one of its keys/);
  expect(unknown.errors()).not.toContain("nobody-has-this-key-here");
});

test("two first starts at once make one account", async () => {
  const both = ["one", "two"].map((name) => launch(name));
  const first = await Promise.race(both.map(({ exited }) => exited));
  expect(first).toEqual([1, null]);
  const left = both.filter(({ child }) => child.exitCode === null);
  expect(left).toHaveLength(1);
});

test("a database that is not there is told in one line, without its password", async () => {
  const lost = launch("one", "--database-url", "postgres://me:hunter2@127.0.0.1:1/none");
  expect(await lost.exited).toEqual([1, null]);
  expect(lost.errors()).toMatch(/^The database of --database-url can’t be opened \(ECONNREFUSED\)\. .*\n$/);
  expect(lost.errors()).not.toContain("hunter2");
});
