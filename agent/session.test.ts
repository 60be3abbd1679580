import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebSocketServer } from "ws";
import type { Welcome } from "#contract/agent-protocol.ts";
import { createGateway } from "#service/gateway/gateway.ts";
import { silentLog, startTestGateway, type TestGateway } from "#service/testing/test-gateway.ts";
import { ACCEPTED, type Host, type HostAnswer } from "./host.ts";
import { type AgentSession, openSession, type SessionOptions } from "./session.ts";

let t: TestGateway;
let session: AgentSession | undefined;
beforeEach(async () => {
  t = await startTestGateway({ heartbeat: { intervalMs: 30, toleranceMs: 300 } });
});
afterEach(async () => {
  await session?.close();
  await t.dispose();
});

function host(update: HostAnswer = ACCEPTED): Host {
  const capabilities = { restart: "", stop: "", update: "" };
  const parts = { os: "linux", arch: "x64", version: "3.18.2", capabilities };
  return { ...parts, restart: () => ACCEPTED, stop: () => ACCEPTED, update: () => update };
}

/** Opens a session; `next` waits for the next welcome. */
function open(options: Partial<SessionOptions> = {}) {
  const welcomes: Welcome[] = [];
  const offline: string[] = [];
  let seen = 0;
  session = openSession({
    url: t.url,
    authtoken: t.authtoken,
    host: host(),
    tunnels: [],
    backoff: { firstMs: 5, maxMs: 40 },
    heartbeat: { minMs: 1, maxMs: 60_000 },
    onOnline: (welcome) => welcomes.push(welcome),
    onOffline: (reason) => offline.push(reason),
    ...options,
  });
  const next = async () => {
    await vi.waitFor(() => expect(welcomes.length).toBeGreaterThan(seen));
    seen += 1;
    return welcomes[seen - 1]!;
  };
  return { session, next, offline };
}

const online = async () => (await t.db.selectFrom("sessions").select("id").execute()).map(({ id }) => id);

test("stays online by its heartbeats and leaves nothing behind", async () => {
  const { session, next } = open({ metadata: "rack 4", region: "jp" });
  const { session_id } = await next();
  const since = performance.now();
  await vi.waitFor(() => expect(performance.now() - since).toBeGreaterThan(400));
  expect(await online()).toEqual([session_id]);
  expect(await session.close()).toEqual({ why: "closed" });
  await vi.waitFor(async () => expect(await online()).toEqual([]));
});

test.each(["restart", "stop"] as const)("an accepted %s ends it, the answer comes first", async (kind) => {
  const { session, next } = open();
  const { session_id } = await next();
  expect(await t.gateway.command(session_id, kind)).toEqual({ outcome: "accepted" });
  expect(await session.ended).toEqual({ why: kind });
  expect(await online()).toEqual([]);
});

test("an update is the host's to decide", async () => {
  const { next } = open({ host: host({ accepted: false, error: "Off.", refusal: "update_disabled" }) });
  const { session_id } = await next();
  expect(await t.gateway.command(session_id, "update")).toEqual({
    outcome: "refused",
    refusal: "update_disabled",
    reason: "Off.",
  });
  expect(await online()).toEqual([session_id]);
});

test("a refused authtoken is the end", async () => {
  const { session } = open({ authtoken: "gha_unknown" });
  expect(await session.ended).toMatchObject({ why: "refused", reason: expect.stringMatching(/authtoken/) });
});

test("a deleted credential is the end", async () => {
  const { session, next } = open();
  await next();
  await t.gateway.disconnectCredential(t.credentialId, "Its authtoken was deleted.");
  expect(await session.ended).toEqual({ why: "refused", reason: "Its authtoken was deleted." });
});

test("a message the service finds too large is the end", async () => {
  const { session } = open({ authtoken: "x".repeat(300_000) });
  expect(await session.ended).toMatchObject({ why: "refused", reason: expect.stringMatching(/large/) });
});

test("a service that restarts gets a new session of the same agent", async () => {
  const { next, offline } = open({ metadata: "the same" });
  const first = await next();
  await t.gateway.close();
  expect(await online()).toEqual([]);
  await vi.waitFor(() => expect(offline).toContain("The service is shutting down."));

  const gateway = createGateway({ db: t.db, log: silentLog, nodeId: "next" });
  await gateway.ready;
  // In one turn: an agent that comes while nobody takes upgrades would hang.
  t.server.removeAllListeners("upgrade");
  gateway.attach(t.server);
  const second = await next();
  expect(second.session_id).not.toBe(first.session_id);
  expect(await t.db.selectFrom("sessions").select(["id", "metadata", "node_id"]).execute()).toEqual([
    { id: second.session_id, metadata: "the same", node_id: "next" },
  ]);
  await session?.close();
  await gateway.close();
});

test("a service that falls silent is left, and found again", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  let hellos = 0;
  sockets.on("connection", (socket) => {
    socket.on("message", (data: Buffer) => {
      if (!data.toString().includes("hello")) return;
      hellos += 1;
      const heartbeat = { interval_ms: 10, tolerance_ms: 40 };
      socket.send(
        JSON.stringify({ type: "welcome", session_id: `ts_${hellos}`, region: "eu", tunnels: [], heartbeat }),
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { session, next, offline } = open({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/agent`,
  });
  expect((await next()).session_id).toBe("ts_1");
  expect((await next()).session_id).toBe("ts_2");
  expect(offline[0]).toMatch(/silent/);
  await session.close();
  sockets.close();
  server.close();
});

test("garbage from the service is told and the connection left", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => socket.send("<html>"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { session, offline } = open({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/agent`,
  });
  await vi.waitFor(() => expect(offline[0]).toMatch(/JSON/));
  await session.close();
  sockets.close();
  server.close();
});

test("nobody at the address: it says so and can be closed while it waits", async () => {
  const { session, offline } = open({
    url: "ws://127.0.0.1:1/agent",
    backoff: { firstMs: 60_000, maxMs: 60_000 },
  });
  await vi.waitFor(() => expect(offline[0]).toMatch(/ECONNREFUSED.*\.$/));
  expect(await session.close()).toEqual({ why: "closed" });
});

// Cause: the library's words were said, without what to do. Law: who answers and is no service is named, with what to check.
test.each([
  [200, /^127\.0\.0\.1:\d+ answered 200, which is not a Gatehouse service\. Check the URL\.$/],
  [502, /^127\.0\.0\.1:\d+ answered 502\.$/],
])("somebody else at the address, who answers %d", async (status, said) => {
  const server = createServer((_request, response) => response.writeHead(status).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { session, offline } = open({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/agent`,
  });
  await vi.waitFor(() => expect(offline[0]).toMatch(said));
  await session.close();
  server.close();
});
