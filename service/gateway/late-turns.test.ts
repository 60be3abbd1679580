// Cause: while thousands of agents were heard, a restart that its agent had accepted was answered with 503, as its socket closed
// before the answer was read, and a hello that waited was taken for none. Law: what came in time counts, whenever it is read.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import type { Db } from "#service/store/schema.ts";
import { helloOf, RawAgent, silentLog } from "../testing/test-gateway.ts";
import { AgentUpdates } from "./agent-updates.ts";
import { AgentConnection } from "./connection.ts";
import { NO_AGENT_LIMITS } from "./limits.ts";
import { Turns } from "./turns.ts";

const HELLO_MS = 300;
const turns = new Turns();
let server: WebSocketServer;
let agent: RawAgent;
let connection: AgentConnection;
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: "127.0.0.1", allowSynchronousEvents: false });
  await once(server, "listening");
  agent = new RawAgent(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [socket] = (await once(server, "connection")) as [WebSocket];
  connection = new AgentConnection({
    socket,
    ip: "192.0.2.1",
    limits: NO_AGENT_LIMITS,
    turns,
    heartbeat: { interval_ms: 10_000, tolerance_ms: 25_000 },
    helloTimeoutMs: HELLO_MS,
    commandTimeoutMs: 10_000,
    admit: () =>
      Promise.resolve({ sessionId: "ts_1", credentialId: "cr_1", region: "eu", tunnels: [], over: [] }),
    remove: () => Promise.resolve(),
    onOnline: () => undefined,
    updates: new AgentUpdates({ db: {} as Db, log: silentLog }),
    onFault: () => undefined,
    onRestart: () => undefined,
    onError: (error) => expect.unreachable(String(error)),
  });
});
afterEach(async () => {
  agent.socket.terminate();
  await connection.gone;
  server.close();
});

/** Whatever comes from now on waits so long for its turn. */
function busy(ms: number): void {
  for (let i = 0; i < ms; i += 1)
    turns.take(() => {
      const end = performance.now() + 1;
      while (performance.now() < end);
    });
}

it.each(["restart", "stop"] as const)(
  "the answer to a %s, after which its agent leaves at once",
  async (kind) => {
    await agent.join(helloOf("gha_x"));
    const outcome = connection.command(kind);
    const { id } = await agent.next("command");
    busy(100);
    await agent.say({ type: "result", id });
    agent.socket.close(1000);
    expect(await outcome).toEqual({ outcome: "accepted" });
  },
);

it("a hello", async () => {
  await agent.say(helloOf("gha_x"));
  busy(HELLO_MS * 2);
  expect((await agent.next("welcome")).session_id).toBe("ts_1");
});
