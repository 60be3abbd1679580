// Cause: an interval of 2^40 ms became one of 1 ms, a service that welcomed and dropped its agents had each of them back
// after 0.3 s without end, and one that sent too much made them exit. Law: nothing a service sends makes an agent busy,
// grow or print what it should not; it is told in words, and the agent comes back ever more slowly.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { createProcessHost } from "./process-host.ts";
import { type AgentSession, openSession, type SessionOptions } from "./session.ts";

let server: Server;
let session: AgentSession;
afterEach(async () => {
  await session.close();
  server.closeAllConnections();
  server.close();
});

const host = () =>
  createProcessHost({
    version: "1.0.0",
    platform: "linux",
    arch: "x64",
    updateCheck: true,
    remoteManagement: true,
    selfUpdate: null,
    onUpdateFailure: () => undefined,
  });

/** A service that does this with every agent after its hello; what the agent says of it, and what it sends. */
async function hostile(act: (socket: WebSocket) => void, options: Partial<SessionOptions> = {}) {
  server = createServer();
  const received: { type: string }[] = [];
  new WebSocketServer({ server }).on("connection", (socket) => {
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as { type: string };
      received.push(message);
      if (message.type === "hello") act(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const offline: { reason: string; waitMs: number }[] = [];
  session = openSession({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/agent`,
    authtoken: "gha_x",
    host: host(),
    tunnels: [],
    backoff: { firstMs: 10, maxMs: 10_000 },
    random: () => 1,
    onOffline: (reason, waitMs) => offline.push({ reason, waitMs }),
    ...options,
  });
  return { offline, count: (type: string) => received.filter((message) => message.type === type).length };
}

const welcome = (socket: WebSocket, heartbeat = { interval_ms: 10_000, tolerance_ms: 25_000 }) =>
  socket.send(JSON.stringify({ type: "welcome", session_id: "ts_1", region: "eu", tunnels: [], heartbeat }));

test.each([1, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER])(
  "an interval of %d ms is within bounds",
  async (ms) => {
    const { count } = await hostile((socket) => welcome(socket, { interval_ms: ms, tolerance_ms: ms }));
    await vi.waitFor(() => expect(count("hello")).toBe(1));
    await sleep(300);
    expect([count("hello"), count("heartbeat")]).toEqual([1, 0]);
  },
);

test("a service that welcomes and drops it is tried ever more slowly", async () => {
  const { offline } = await hostile((socket) => {
    welcome(socket);
    socket.send(JSON.stringify({ type: "goodbye", reason: "Again.", retry: true }));
  });
  await vi.waitFor(() => expect(offline.length).toBeGreaterThanOrEqual(6));
  expect(offline.slice(0, 6).map(({ waitMs }) => waitMs)).toEqual([10, 20, 40, 80, 160, 320]);
});

test.each<[string, (socket: WebSocket) => void]>([
  ["one message", (socket) => socket.send("x".repeat(300_000))],
  [
    "many frames",
    (socket) => {
      for (let i = 0; i < 400; i += 1) socket.send("x".repeat(1000), { fin: false });
    },
  ],
])("too much in %s is told, and the agent comes back", async (_, act) => {
  const { offline, count } = await hostile(act);
  await vi.waitFor(() => expect(offline[0]?.reason).toBe("The service sent a message that is too large."));
  await vi.waitFor(() => expect(count("hello")).toBeGreaterThan(1));
});

test("a service that sends commands and reads no answer is left", async () => {
  const command = JSON.stringify({ type: "command", id: "x".repeat(200_000), kind: "update" });
  const { offline } = await hostile((socket) => {
    welcome(socket);
    socket.pause();
    for (let i = 0; i < 60; i += 1) socket.send(command);
  });
  await vi.waitFor(() => expect(offline[0]?.reason).toBe("The service does not read what it is sent."));
});

test("a service that has a whole fleet to welcome is waited for, for half a minute", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { offline, count } = await hostile(() => undefined);
    await vi.waitUntil(() => count("hello") === 1);
    await vi.advanceTimersByTimeAsync(29_900);
    expect(offline).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    await vi.waitFor(() => expect(offline[0]?.reason).toBe("The service sent no welcome."));
  } finally {
    vi.useRealTimers();
  }
});
