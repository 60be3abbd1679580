import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import Libsql from "libsql";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { startTestService, type TestService } from "#testing/service.ts";
import { ensureAdmin } from "./admin.ts";
import type { Config } from "./config.ts";
import { startService } from "./context.ts";
import { testConfig } from "./testing/test-config.ts";
import { addCredential, helloOf, RawAgent } from "./testing/test-gateway.ts";
import { openDatabase } from "./store/database.ts";

let service: TestService | undefined;
let data: string;
beforeEach(() => {
  data = join(tmpdir(), `gatehouse-context-${randomUUID()}`);
  service = undefined;
});
afterEach(async () => {
  await service?.close();
  rmSync(data, { recursive: true, force: true });
});

/** A start on the folder `data`, which is new unless the test made it. */
const start = (config: Partial<Config> = {}) =>
  startService({
    config: testConfig({ data, ...config }),
    log: pino({ level: "silent" }),
    consoleDir: "",
  });

/** What the demo has after one more start. */
async function demoOf(config: Partial<Config>): Promise<{ sessions: number; edges: number }> {
  const { db, demoReady, dispose } = await start(config);
  await demoReady;
  const sessions = (await db.selectFrom("sessions").select("id").execute()).length;
  const edges = (await db.selectFrom("https_edges").select("id").execute()).length;
  await dispose();
  return { sessions, edges };
}

const headers = (key: string) => ({
  authorization: `Bearer ${key}`,
  "service-version": "2",
  "content-type": "application/json",
});

/** Holds the lock that every change needs, as another connection or process would. */
async function holdDatabase({ dir, db }: TestService): Promise<() => Promise<void>> {
  if (inject("postgres")) {
    const trx = await db.startTransaction().execute();
    return () => trx.rollback().execute();
  }
  const other = new Libsql(join(dir, "gatehouse.db"));
  other.exec("BEGIN IMMEDIATE");
  return async () => {
    other.exec("ROLLBACK");
    other.close();
  };
}

/** A data folder that takes no edges. */
async function brokenEdges() {
  const { close } = await openDatabase(data);
  await close();
  const sqlite = new Libsql(join(data, "gatehouse.db"));
  const fail = "SELECT RAISE(ABORT, 'no room for edges')";
  sqlite.exec(`CREATE TRIGGER broken BEFORE INSERT ON https_edges BEGIN ${fail}; END`);
  return { sqlite, close: () => sqlite.close() };
}

describe("startService", () => {
  it("serves on a free port, with demo agents online over real sockets", async () => {
    service = await startTestService({ demo: 3 });
    const answer = await fetch(`${service.origin}/api/tunnel_sessions`, { headers: headers(service.key) });
    const body = (await answer.json()) as { tunnel_sessions: unknown[]; uri: string };
    expect(body.tunnel_sessions).toHaveLength(3);
    expect(body.uri).toBe(`${service.origin}/api/tunnel_sessions`);
  });

  it("holds its agents to the limits of its flags", async () => {
    // Cause: no test noticed a service that gave its gateway no limits, with which no flag of them has any effect. Law: what
    // is configured is what agents meet.
    const { db, admin, origin, dispose } = await start({ authtokenSessions: 1 });
    try {
      const { authtoken } = await addCredential(db, admin.userId);
      const agents = [1, 2].map(() => new RawAgent(`${origin.replace("http:", "ws:")}/agent`));
      await agents[0]?.join(helloOf(authtoken));
      await agents[1]?.say(helloOf(authtoken));
      expect(await agents[1]?.next("goodbye")).toMatchObject({
        reason: expect.stringMatching(/limit.*: 1\.$/),
      });
    } finally {
      await dispose();
    }
  });

  it("has a demo whose past nobody made up on the day: no event of what the start created", async () => {
    // Cause: the admin's own key was among the recent changes. Law: an event tells of what somebody did.
    service = await startTestService({ demo: 1 });
    const answer = await fetch(`${service.origin}/api/events?limit=1`, { headers: headers(service.key) });
    const { events } = (await answer.json()) as { events: { event_type: string }[] };
    expect(events.map(({ event_type }) => event_type)).toEqual(["https_edge_route_updated.v0"]);
  });

  it("answers a request that is under way while it stops, then takes no more", async () => {
    service = await startTestService({ demo: 1 });
    const { origin, key } = service;
    const text = JSON.stringify({ description: "under way" });
    const slow = request(`${origin}/api/api_keys`, {
      method: "POST",
      headers: { ...headers(key), "content-length": text.length, expect: "100-continue" },
    });
    slow.flushHeaders();
    await once(slow, "continue");
    const closed = service.close();
    slow.end(text);
    const [answer] = (await once(slow, "response")) as [
      { statusCode: number; headers: { connection?: string } },
    ];
    expect(answer.statusCode).toBe(201);
    expect(answer.headers.connection).toBe("close");
    await closed;
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow(/fetch failed/);
    service = undefined;
  });

  it("says that the port is taken, and has written nothing", async () => {
    // Cause: a start that failed to listen had made the admin. Law: a taken port is found out before the first write.
    service = await startTestService();
    const port = Number(new URL(service.origin).port);
    await expect(start({ port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
    expect(existsSync(data)).toBe(false);
    expect(await demoOf({ demo: null })).toEqual({ sessions: 24, edges: 9 });
  });

  // Cause: faults of the folder after the database was open were stack traces. Law: they name the folder and the flag.
  it("says in words that admin.key can’t be read", async () => {
    mkdirSync(join(data, "admin.key"), { recursive: true });
    await expect(start()).rejects.toThrow(/^The data folder .* can’t be used: .* \(EISDIR\)\. .*--data/);
  });

  it("furnishes after a start that died between the admin and the demo", async () => {
    // Cause: "new account" meant "no admin yet". Law: an account is new until something but its admin is in it.
    const { db, close } = await openDatabase(data);
    await ensureAdmin(db, data, null);
    await close();
    expect(await demoOf({ demo: 2 })).toEqual({ sessions: 2, edges: 9 });
  });

  it("undoes what it began when a later step fails, the half-made demo too", async () => {
    const { sqlite, close } = await brokenEdges();
    await expect(start({ demo: 2 })).rejects.toThrow("no room for edges");
    sqlite.exec("DROP TRIGGER broken");
    close();
    expect(await demoOf({ demo: 2 })).toEqual({ sessions: 2, edges: 9 });
  });

  it("never furnishes an account that was started empty and then used", async () => {
    const empty = await start({ demo: 0 });
    const created = await fetch(`${empty.origin}/api/api_keys`, {
      method: "POST",
      headers: headers(empty.admin.token),
      body: "{}",
    });
    expect(created.status).toBe(201);
    await empty.dispose();
    expect(await demoOf({ demo: null })).toEqual({ sessions: 0, edges: 0 });
    expect(await demoOf({ demo: 2 })).toEqual({ sessions: 0, edges: 0 });
  });

  it("answers 503 when somebody else holds the database, and changes nothing", async () => {
    service = await startTestService();
    const release = await holdDatabase(service);
    const create = { method: "POST", headers: headers(service.key), body: '{"description":"late"}' };
    const busy = await fetch(`${service.origin}/api/api_keys`, create);
    expect(busy.status).toBe(503);
    expect(busy.headers.get("retry-after")).toBe("1");
    expect(await busy.json()).toMatchObject({ error_code: "ERR_GATEHOUSE_9006" });
    await release();
    expect((await fetch(`${service.origin}/api/api_keys`, create)).status).toBe(201);
  });
});
