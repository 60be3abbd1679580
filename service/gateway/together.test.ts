// Cause: each of 10,000 agents that came back at once cost a commit; letting all in took over a minute, in which most gave up
// and came again. Law: what comes in the same moment is written together, and none of it pays for another.
import * as fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../store/database.ts";
import { addCredential, addOwner, helloOf } from "../testing/test-gateway.ts";
import { openTestDatabase } from "../testing/test-postgres.ts";
import { createAdmissions } from "./admissions.ts";
import { createKeptAddresses } from "./kept-address.ts";
import { NO_AGENT_LIMITS } from "./limits.ts";
import { together } from "./together.ts";

it("answers each what is its own, at most so many at once, in the order they came", async () => {
  const bursts = fc.array(fc.nat(9), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(bursts, fc.integer({ min: 1, max: 12 }), async (counts, most) => {
      const batches: number[][] = [];
      const double = together<number, number>(most, (asks) => {
        batches.push([...asks]);
        // Some answers come later than those of the others.
        return Promise.resolve(asks.map((ask) => (ask % 2 === 0 ? ask * 2 : Promise.resolve(ask * 2))));
      });
      const answers: Promise<number>[] = [];
      for (const count of counts) {
        for (let i = 0; i < count; i += 1) answers.push(double(answers.length));
        await new Promise(setImmediate);
      }
      expect(await Promise.all(answers)).toEqual(answers.map((_, index) => index * 2));
      expect(batches.flat()).toEqual(answers.map((_, index) => index));
      expect(Math.max(0, ...batches.map(({ length }) => length))).toBeLessThanOrEqual(most);
    }),
    { numRuns: 50 },
  );
});

it("tells all of a batch that it failed, and goes on", async () => {
  let fails = true;
  const act = together<number, number>(5, (asks) =>
    fails ? Promise.reject(new Error("No.")) : Promise.resolve(asks),
  );
  expect(await Promise.allSettled([act(1), act(2)])).toMatchObject([
    { status: "rejected" },
    { status: "rejected" },
  ]);
  fails = false;
  expect(await act(3)).toBe(3);
});

describe("admissions", () => {
  let dir: string;
  let database: Database;
  let credential: { credentialId: string; authtoken: string };
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "gatehouse-admissions-"));
    database = await openTestDatabase(dir);
    credential = await addCredential(database.db, await addOwner(database.db));
  });
  afterAll(async () => {
    await database.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const never = new Promise<void>(() => undefined);
  const admissions = (limits = {}) =>
    createAdmissions(database.db, {
      nodeId: "one",
      publicBase: "gatehouse.example",
      keptAddresses: createKeptAddresses("key"),
      defaultRegion: "us",
      limits: { ...NO_AGENT_LIMITS, ...limits },
    });
  const ask = (parts = {}) => ({
    hello: helloOf(credential.authtoken, {
      tunnels: [{ proto: "http", forwards_to: "http://localhost:3000" }],
      ...parts,
    }),
    ip: "192.0.2.1",
    gone: never,
  });
  const sessions = async () => (await database.db.selectFrom("sessions").select("id").execute()).length;

  it("cost four statements an agent with a tunnel, and three for all of them", async () => {
    const admit = admissions();
    await admit(ask());
    const before = database.writes.stats().queries;
    const all = await Promise.all(Array.from({ length: 30 }, () => admit(ask())));
    expect(database.writes.stats().queries - before).toBeLessThanOrEqual(3 + 4 * 30);
    expect(new Set(all.map((one) => "sessionId" in one && one.sessionId)).size).toBe(30);
    expect(await sessions()).toBe(31);
  });

  it("that fail take no other with them, and no place of theirs twice", async () => {
    const admit = admissions({ authtokenSessions: 2 });
    const before = await sessions();
    // No column takes it: the store fails, as it does when a disk is full.
    const broken = ask({ os: null });
    const [failed, ...others] = await Promise.allSettled([admit(broken), admit(ask()), admit(ask())]);
    expect(failed?.status).toBe("rejected");
    expect(others).toMatchObject([
      { status: "fulfilled", value: { credentialId: credential.credentialId } },
      {
        status: "fulfilled",
        value: { refusal: "This authtoken has reached its limit of agents online: 2.", retry: true },
      },
    ]);
    expect(await sessions()).toBe(before + 1);
  });

  it("refuse a name that another hello of the same moment has taken", async () => {
    const named = {
      tunnels: [{ proto: "http" as const, forwards_to: "http://localhost:3000", hostname: "once.example" }],
    };
    const admit = admissions();
    const [first, second] = await Promise.all([admit(ask(named)), admit(ask(named))]);
    expect(first).toHaveProperty("sessionId");
    expect(second).toMatchObject({
      refusal: expect.stringContaining("once.example:443 is taken"),
      retry: true,
    });
  });
});
