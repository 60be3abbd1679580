// Cause: an agent could send 205,400 heartbeats in 4 s, which delayed every other request by 3.3 s, and open sessions without
// end. Law: what one agent, authtoken or address uses is bounded, the refusal says the bound, and others notice nothing.
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  addCredential,
  helloOf,
  RawAgent,
  startTestGateway,
  type TestGateway,
} from "../testing/test-gateway.ts";
import { Budget, NO_AGENT_LIMITS, Places } from "./limits.ts";

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

it("places are as many as taken and not given back, however often one is given back", () => {
  const places = new Places();
  const first = places.take("a", 2);
  places.take("a", 2);
  expect([places.take("a", 2), typeof places.take("b", 2)]).toEqual([null, "function"]);
  first?.();
  first?.();
  expect([typeof places.take("a", 2), places.take("a", 2)]).toEqual(["function", null]);
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
  const refused = async (authtoken = test.authtoken) => {
    const agent = new RawAgent(test.url);
    await agent.say(helloOf(authtoken));
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
});
