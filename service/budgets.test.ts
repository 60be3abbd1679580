// Law: what an agent and a list cost is bounded in bytes and statements, which no busy machine changes; the times are in
// docs/performance.md. A list costs as much with 100 rows as with one.
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { acceptingHost } from "#service/testing/accepting-host.ts";
import { openSession } from "#agent/session.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { furnishAccount } from "./demo/account.ts";
import { makeWorld } from "./testing/conformance/world.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";
import { startTestGateway } from "./testing/test-gateway.ts";

describe("statements of a list, with the one that finds the key", () => {
  const MOST: Record<string, number> = {
    "/edges/https": 5,
    "/edges/tls": 3,
    "/edges/tcp": 3,
    "/backends/tunnel_group": 3,
    "/event_subscriptions": 4,
    // Who is asked about, what was sent, and what waits.
    "/event_deliveries": 4,
    "/events": 3,
    "/traffic": 3,
  };
  const LISTS = OPERATIONS.filter(
    ({ id, stream, path }) => id.endsWith("List") && !stream && !path.includes("{"),
  );
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await furnishAccount(app.db, { ownerId: app.userId, base: "http://service.test/api" });
    const world = makeWorld(app);
    for (let i = 0; i < 3; i += 1) await world.online();
    for (let i = 0; i < 3; i += 1) await world.make("/event_subscriptions");
    // Who asks first opens its store.
    await app.call("GET /traffic");
  });
  afterAll(() => app.close());

  async function statements(): Promise<number> {
    const answer = await app.fetch("/metrics", { headers: { authorization: `Bearer ${app.key}` } });
    return Number(/^gatehouse_database_queries_total (\d+)/m.exec(await answer.text())?.[1]);
  }
  /** Beside those of the scrape that counts them. */
  async function counted(act: () => Promise<unknown>): Promise<number> {
    const [first, second] = [await statements(), await statements()];
    await act();
    return (await statements()) - second - (second - first);
  }

  it.each(LISTS.map(({ path, query }) => [path, query !== undefined] as const))("%s", async (path, paged) => {
    for (const query of paged ? ["?limit=1", "?limit=100"] : [""]) {
      const read = async () => expect((await app.call(`GET ${path}${query}`)).status).toBe(200);
      expect(await counted(read)).toBeLessThanOrEqual(MOST[path] ?? 2);
    }
  });

  it("are those of lists that exist", () => {
    expect(LISTS.length).toBeGreaterThan(10);
    expect(Object.keys(MOST).filter((path) => !LISTS.some((list) => list.path === path))).toEqual([]);
  });
});

it("a minute of an agent's heartbeats is 160 bytes there and 140 back, and no statement", async () => {
  const gateway = await startTestGateway();
  let socket: Socket | undefined;
  gateway.server.on("connection", (one: Socket) => (socket = one));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let online = false;
  const session = openSession({
    url: gateway.url,
    authtoken: gateway.authtoken,
    host: acceptingHost,
    tunnels: [],
    onOnline: () => (online = true),
  });
  try {
    await vi.waitUntil(() => online);
    const bytes = () => [socket?.bytesRead ?? 0, socket?.bytesWritten ?? 0] as const;
    const [[read, written], statements] = [bytes(), gateway.statements()];
    for (let second = 0; second < 60; second += 1) {
      vi.advanceTimersByTime(1_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await vi.waitUntil(() => bytes()[0] - read > 130 && bytes()[1] - written > 110);
    expect(bytes()[0] - read).toBeLessThanOrEqual(160);
    expect(bytes()[1] - written).toBeLessThanOrEqual(140);
    expect(gateway.statements()).toBe(statements);
  } finally {
    vi.useRealTimers();
    await session.close();
    await gateway.dispose();
  }
});
