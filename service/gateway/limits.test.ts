// Cause: an agent could send 205,400 heartbeats in 4 s, which delayed every other request by 3.3 s, and open sessions without
// end. Law: what one agent, authtoken or address uses is bounded, the refusal says the bound, and others notice nothing.
import * as fc from "fast-check";
import { type Hello, LABELS_MAX, TUNNELS_MAX } from "#contract/agent-protocol.ts";
import { afterEach, describe, expect, it } from "vitest";
import {
  addCredential,
  helloOf,
  RawAgent,
  startTestGateway,
  type TestGateway,
} from "../testing/test-gateway.ts";
import { Places } from "../places.ts";
import { Budget, NO_AGENT_LIMITS } from "./limits.ts";

describe("a budget", () => {
  it("never gives more than a minute's units at once, nor more than that and the refill over any time", () => {
    const step = fc.record({ waitMs: fc.nat(30_000), units: fc.integer({ min: 1, max: 20 }) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.array(step, { maxLength: 100 }), (perMinute, steps) => {
        const budget = new Budget(perMinute, 0);
        let at = 0;
        let spent = 0;
        for (const { waitMs, units } of steps) {
          at += waitMs;
          if (budget.spend(units, at)) spent += units;
          expect(spent).toBeLessThanOrEqual(perMinute + (at / 60_000) * perMinute + 1e-6);
        }
      }),
    );
  });

  it("is whole again after a minute", () => {
    const budget = new Budget(10, 0);
    expect([budget.spend(10, 0), budget.spend(1, 0), budget.spend(10, 60_000)]).toEqual([true, false, true]);
  });
});

it("places are as many as taken by somebody who is not gone", async () => {
  const places = new Places("This key", "open streams", 2);
  const forever = new Promise<void>(() => undefined);
  let leave: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (leave = resolve));
  expect([places.take("a", first), places.take("a", forever)]).toEqual([null, null]);
  const full = "This key has reached its limit of open streams: 2.";
  expect([places.take("a", forever), places.take("b", forever)]).toEqual([full, null]);
  leave();
  await first;
  expect([places.take("a", forever), places.take("a", forever)]).toEqual([null, full]);
});

describe("a gateway with limits", () => {
  let test: TestGateway;
  afterEach(() => test.dispose());

  const online = async (authtoken = test.authtoken) => {
    const agent = new RawAgent(test.url);
    await agent.say(helloOf(authtoken));
    await agent.next("welcome");
    return agent;
  };
  const refused = async (authtoken = test.authtoken, parts: Partial<Hello> = {}) => {
    const agent = new RawAgent(test.url);
    await agent.say(helloOf(authtoken, parts));
    return agent.next("goodbye");
  };

  it("ends an agent that sends too many messages, reads no more of it, and lets it come back", async () => {
    test = await startTestGateway({ limits: { ...NO_AGENT_LIMITS, agentMessages: 20 } });
    const agent = await online();
    for (let i = 0; i < 1000; i += 1) agent.socket.send('{"type":"heartbeat"}');
    expect(await agent.next("goodbye")).toMatchObject({
      retry: true,
      reason: "More than 20 messages came within a minute.",
    });
    await agent.closed;
    await expect.poll(() => test.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
    (await online()).socket.close();
  });

  it("ends an agent that sends too many bytes", async () => {
    test = await startTestGateway({ limits: { ...NO_AGENT_LIMITS, agentBytes: 10_000 } });
    const agent = await online();
    for (let i = 0; i < 12; i += 1) await agent.say({ type: "result", id: "x", error: "y".repeat(1000) });
    expect(await agent.next("goodbye")).toMatchObject({
      reason: "More than 10000 bytes came within a minute.",
    });
    await agent.closed;
  });

  it("refuses a session beyond those of its authtoken until one of them ends, and no other authtoken", async () => {
    test = await startTestGateway({ limits: { ...NO_AGENT_LIMITS, authtokenSessions: 2 } });
    const [first] = await Promise.all([online(), online()]);
    expect(await refused()).toMatchObject({
      retry: true,
      reason: "This authtoken has reached its limit of agents online: 2.",
    });
    const other = await addCredential(test.db, test.ownerId);
    await online(other.authtoken);
    first.socket.close();
    await first.closed;
    await expect.poll(() => test.db.selectFrom("sessions").selectAll().execute()).toHaveLength(2);
    await online();
  });

  it("refuses a session beyond those of its address", async () => {
    test = await startTestGateway({ limits: { ...NO_AGENT_LIMITS, addressSessions: 1 } });
    await online();
    const other = await addCredential(test.db, test.ownerId);
    expect(await refused(other.authtoken)).toMatchObject({
      retry: true,
      reason: "This address has reached its limit of agents online: 1.",
    });
  });

  const tunnels = (count: number, labels = 1): Hello["tunnels"] =>
    Array.from({ length: count }, () => ({
      proto: "http",
      forwards_to: "x:1",
      labels: Object.fromEntries(Array.from({ length: labels }, (_, i) => [`l${i}`, "x"])),
    }));

  it("refuses an agent with too many tunnels or labels for good, and says the bound", async () => {
    // Cause: a hello could open as many rows as fit into its message. Law: their number is bounded, and told in words.
    test = await startTestGateway({ limits: { ...NO_AGENT_LIMITS, agentTunnels: 2, tunnelLabels: 3 } });
    const said = async (parts: Hello["tunnels"]) => refused(test.authtoken, { tunnels: parts });
    expect(await said(tunnels(3))).toMatchObject({
      retry: false,
      reason: "Too many tunnels: 3, and the limit is 2. Run more agents with fewer tunnels.",
    });
    expect(await said(tunnels(1, 4))).toMatchObject({
      retry: false,
      reason: "Too many labels on a tunnel: 4, and the limit is 3. Remove some.",
    });
    expect((await said(tunnels(TUNNELS_MAX + 1))).reason).toContain("tunnels must have at most 1000 entries");
    expect((await said(tunnels(1, LABELS_MAX + 1))).reason).toContain(
      "tunnels.0.labels must name at most 1000",
    );
    const agent = new RawAgent(test.url);
    await agent.join(helloOf(test.authtoken, { tunnels: tunnels(2, 3) }));
    agent.socket.close();
  });
});
