// Cause: an agent that sent as fast as it could and came back at once made the median of a request 7 times as long, one
// that sent nonsense 66 times. Law: a flood of one agent leaves it within twice its idle value (`npm run flood` tells more).
import * as fc from "fast-check";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { AGENT_SUBPROTOCOL } from "#contract/agent-protocol.ts";
import { startService } from "../context.ts";
import { testConfig } from "../testing/test-config.ts";
import { helloOf, RawAgent, startTestGateway } from "../testing/test-gateway.ts";
import { createTestDatabase } from "../testing/test-postgres.ts";
import { Turns } from "./turns.ts";
import { Failures } from "./failures.ts";
import { NO_AGENT_LIMITS } from "./limits.ts";

describe("failures of an address", () => {
  it("make it wait 5 s from the first on that is one too many within a minute, and nobody else", () => {
    const failures = new Failures(2);
    failures.add("a", 0);
    failures.add("a", 0);
    expect(failures.waitMs("a", 0)).toBe(0);
    failures.add("a", 1);
    expect([failures.waitMs("a", 1), failures.waitMs("a", 5001), failures.waitMs("b", 1)]).toEqual([
      5000, 0, 0,
    ]);
    failures.add("a", 90_000);
    expect(failures.waitMs("a", 90_000)).toBe(0);
  });

  // Cause: who has one address of IPv6 has 2^64 of them, each with failures of its own. Law: a /64 is one address.
  it("are those of its whole /64", () => {
    const failures = new Failures(1);
    for (const host of ["1", "ffff:2"]) failures.add(`2001:db8:0:7::${host}`, 0);
    const waits = ["2001:db8:0:7:8000::9", "2001:db8:0:8::1", "192.0.2.1"].map((one) =>
      failures.waitMs(one, 0),
    );
    expect(waits).toEqual([5000, 0, 0]);
  });

  it("are of 10,000 addresses at most", () => {
    const failures = new Failures(1);
    for (const at of [1, 2]) failures.add("first", at);
    for (let i = 0; i < 10_000; i += 1) failures.add(`a${i}`, 3);
    expect(failures.waitMs("first", 3)).toBe(0);
  });
});

// Cause: 300 agents, each within its limits, sent what they had at once and a request took eight times as long. Law: all
// agents together leave requests their share of each turn.
describe("turns", () => {
  it("take ten of all messages each, in the order they came, and lose none", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(30), { maxLength: 6 }), async (bursts) => {
        const turns = new Turns();
        const read: number[] = [];
        let [sent, most] = [0, 0];
        const all = bursts.reduce((sum, count) => sum + count, 0);
        for (const count of [...bursts, ...Array.from({ length: all }, () => 0)]) {
          const before = read.length;
          for (let i = 0; i < count; i += 1) {
            const one = sent++;
            const had = read.length;
            expect(turns.take(() => void read.push(one))).toBe(read.length > had);
          }
          most = Math.max(most, read.length - before);
          await new Promise(setImmediate);
        }
        expect(read).toEqual(Array.from({ length: all }, (_, i) => i));
        expect(most).toBeLessThanOrEqual(10);
      }),
      { numRuns: 30 },
    );
  });
});

describe("a gateway", () => {
  it("reads ten messages of all agents a turn, and every one of them", async () => {
    const test = await startTestGateway();
    const agents = Array.from({ length: 30 }, () => new RawAgent(test.url));
    for (const agent of agents) await agent.join(helloOf(test.authtoken));
    let [replies, turns] = [0, 0];
    for (const agent of agents) agent.socket.on("message", () => (replies += 1));
    const turn = () => {
      turns += 1;
      if (replies < 900) setImmediate(turn);
    };
    for (const { socket } of agents) for (let i = 0; i < 30; i += 1) socket.send('{"type":"heartbeat"}');
    turn();
    await expect.poll(() => replies).toBe(900);
    expect(turns).toBeGreaterThan(80);
    for (const { socket } of agents) socket.close();
    await test.dispose();
  });

  it("reads one message of an agent a turn, so that others get theirs", async () => {
    const test = await startTestGateway();
    const agent = new RawAgent(test.url);
    await agent.join(helloOf(test.authtoken));
    let replies = 0;
    let turns = 0;
    agent.socket.on("message", () => (replies += 1));
    const turn = () => {
      turns += 1;
      if (replies < 1000) setImmediate(turn);
    };
    for (let i = 0; i < 1000; i += 1) agent.socket.send('{"type":"heartbeat"}');
    turn();
    await expect.poll(() => replies).toBe(1000);
    expect(turns).toBeGreaterThan(500);
    agent.socket.close();
    await test.dispose();
  });

  it("lets an address wait that fails again and again, with all that goes on in its sessions", async () => {
    const test = await startTestGateway({ limits: { ...NO_AGENT_LIMITS, addressFailures: 2 } });
    const good = new RawAgent(test.url);
    await good.join(helloOf(test.authtoken));
    for (let i = 0; i < 3; i += 1) {
      const bad = new RawAgent(test.url);
      await bad.say("nonsense");
      await bad.closed;
    }
    await sleep(50);
    const waiting = new WebSocket(test.url, AGENT_SUBPROTOCOL);
    waiting.on("error", () => undefined);
    await good.say({ type: "heartbeat" });
    await good.next("heartbeat");
    await sleep(300);
    expect(waiting.readyState).toBe(WebSocket.CONNECTING);
    const closed = new Promise((resolve) => waiting.on("close", resolve));
    await test.dispose();
    await closed;
  });
});

it("a flood of an agent leaves the median of requests within twice its idle value", async () => {
  const data = await mkdtemp(join(tmpdir(), "gatehouse-flood-"));
  const database = await createTestDatabase();
  const service = await startService({
    config: testConfig({ data, databaseUrl: database?.url ?? null, addressFailures: 5 }),
    log: pino({ level: "silent" }),
    consoleDir: data,
  });
  const headers = {
    authorization: `Bearer ${service.admin.token}`,
    "service-version": "2",
    "content-type": "application/json",
  };
  const median = async () => {
    const times: number[] = [];
    for (let i = 0; i < 40; i += 1) {
      const start = performance.now();
      await (await fetch(`${service.origin}/api/tunnel_sessions`, { headers })).text();
      times.push(performance.now() - start);
      await sleep(1);
    }
    return times.toSorted((a, b) => a - b)[20]!;
  };
  const made = await fetch(`${service.origin}/api/credentials`, { method: "POST", headers, body: "{}" });
  const { token } = (await made.json()) as { token: string };
  await median();
  const idle = await median();
  const flooder = fork("scripts/load/flooder.mjs", [new URL(service.origin).port, token]);
  const ratios: number[] = [];
  // On a machine that does other things as well one round may say little; without the bounds none comes near.
  await expect
    .poll(
      async () => {
        ratios.push((await median()) / idle);
        return Math.min(...ratios);
      },
      { interval: 100 },
    )
    .toBeLessThan(2);
  flooder.kill();
  await once(flooder, "exit");
  await service.dispose();
  await database?.drop();
  await rm(data, { recursive: true, force: true });
});
