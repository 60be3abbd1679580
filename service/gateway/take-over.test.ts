// Cause: while the service took an agent's lost connection for online, the agent came back at another address, and the old one
// was gone. Law: reconnect serves the same addresses, of one session at a time, and copies of an agent leave each other alone.
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TunnelRequest } from "#contract/agent-protocol.ts";
import {
  addCredential,
  helloOf,
  RawAgent,
  startTestGateway,
  type TestGateway,
} from "../testing/test-gateway.ts";
import { createAdmissions } from "./admissions.ts";
import { createKeptAddresses } from "./kept-address.ts";
import { NO_AGENT_LIMITS } from "./limits.ts";

let t: TestGateway;
beforeEach(async () => {
  t = await startTestGateway();
});
afterEach(() => t.dispose());

const chosen: TunnelRequest = { proto: "http", forwards_to: "http://localhost:3000" };
const named: TunnelRequest = { proto: "tls", forwards_to: "localhost:443", hostname: "app.example.com" };
const sessions = async () => (await t.db.selectFrom("sessions").select("id").execute()).map(({ id }) => id);

test("who was cut off on its side only is back at once at all its addresses, and its old session ends", async () => {
  const lost = new RawAgent(t.url);
  const tunnels = [chosen, named, { ...chosen, proto: "tcp" as const }];
  const first = await lost.join(helloOf(t.authtoken, { tunnels }));
  const urls = first.tunnels.map(({ public_url }) => public_url);
  const shown = tunnels.map((tunnel, i) => ({ ...tunnel, kept: first.tunnels[i]?.kept }));

  const stranger = await addCredential(t.db, t.ownerId);
  const other = await new RawAgent(t.url).join(helloOf(stranger.authtoken, { tunnels: [shown[0]!] }));
  expect(urls).not.toContain(other.tunnels[0]?.public_url);
  expect(await sessions()).toContain(first.session_id);

  const back = new RawAgent(t.url);
  const second = await back.join(helloOf(t.authtoken, { tunnels: shown }));
  expect(second.tunnels.map(({ public_url }) => public_url)).toEqual(urls);
  expect((await sessions()).toSorted()).toEqual([other.session_id, second.session_id].toSorted());
  expect(await lost.next("goodbye")).toMatchObject({ retry: true });
  await lost.closed;
  expect((await sessions()).toSorted()).toEqual([other.session_id, second.session_id].toSorted());
  expect(await t.db.selectFrom("endpoints").select("id").execute()).toHaveLength(4);
});

test("of two tunnels one whose address somebody else has now is drawn anew, the other keeps its own", async () => {
  const lost = new RawAgent(t.url);
  const { tunnels } = await lost.join(helloOf(t.authtoken, { tunnels: [chosen, chosen] }));
  lost.socket.close();
  await lost.closed;
  const [one, two] = tunnels.map(({ public_url }) => public_url);
  const taken = { ...chosen, hostname: new URL(one!).hostname };
  await expect
    .poll(async () => {
      const taker = new RawAgent(t.url);
      await taker.say(helloOf(t.authtoken, { tunnels: [taken] }));
      return taker.next("welcome").then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  const shown = tunnels.map(({ kept }) => ({ ...chosen, kept }));
  const back = await new RawAgent(t.url).join(helloOf(t.authtoken, { tunnels: shown }));
  expect(back.tunnels[1]?.public_url).toBe(two);
  expect(back.tunnels[0]?.public_url).not.toBe(one);
});

test("copies of an agent come to have an address each, and one alone keeps its own, whichever welcomes are lost", async () => {
  const admit = createAdmissions(t.db, {
    nodeId: "one",
    publicBase: "gatehouse.example",
    keptAddresses: createKeptAddresses("key"),
    defaultRegion: "us",
    limits: NO_AGENT_LIMITS,
  });
  const gone = new Promise<void>(() => undefined);
  const connect = async (kept?: string) => {
    const hello = helloOf(t.authtoken, { tunnels: [{ ...chosen, kept }] });
    const admission = await admit({ hello, ip: "192.0.2.1", gone });
    if (!("sessionId" in admission)) throw new Error(admission.refusal);
    return { url: admission.tunnels[0]!.public_url!, kept: admission.tunnels[0]!.kept };
  };
  const steps = (copies: number) =>
    fc.array(fc.record({ copy: fc.nat(copies - 1), arrives: fc.boolean() }), { maxLength: 8 });
  const runs = fc
    .integer({ min: 1, max: 3 })
    .chain((copies) => fc.tuple(fc.constant(copies), steps(copies), steps(copies)));
  await fc.assert(
    fc.asyncProperty(runs, async ([copies, early, late]) => {
      const first = await connect();
      const held = Array.from({ length: copies }, () => first);
      const step = async ({ copy, arrives }: { copy: number; arrives: boolean }) => {
        const now = await connect(held[copy]?.kept);
        if (arrives) held[copy] = now;
        return now.url;
      };
      for (const one of early) await step(one);
      // In the first round each comes to a session of its own, in the second whoever lost its address to a copy has another.
      for (let i = 0; i < 2 * copies; i += 1) await step({ copy: i % copies, arrives: true });
      const urls = held.map(({ url }) => url);
      expect(new Set(urls).size).toBe(copies);
      expect(urls).toContain(first.url);
      for (const one of late) expect(await step(one)).toBe(urls[one.copy]);
    }),
    { numRuns: 12 },
  );
});
