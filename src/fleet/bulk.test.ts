import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "#api/errors.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { answered } from "./action.ts";
import { startAction } from "./start-action.ts";
import { planBulk, runBulk } from "./bulk.ts";
import { fleetVersions } from "./fleet-versions.ts";
import { newestByMajor, updateTarget } from "#contract/outdated.ts";

const session = (id: string, os = "linux"): TunnelSession => ({
  id,
  uri: "",
  agent_version: "3.18.2",
  ip: "203.0.113.1",
  os,
  region: "eu",
  started_at: "2026-11-20T14:00:00Z",
  transport: "service/2",
});

describe("planBulk", () => {
  it("leaves out, with the reason, what can't be told or is being told", () => {
    const all = [session("ts_1"), session("ts_2", "windows"), session("ts_3")];
    const busy = startAction({ id: "1", kind: "stop", session: all[2]!, sessions: all, urls: [], at: 1 });
    const { able, leftOut } = planBulk("restart", all, [busy], 2, () => null);
    expect(able).toEqual([all[0]]);
    expect(leftOut.map(({ session: { id }, reason }) => [id, reason])).toEqual([
      ["ts_2", "An agent on Windows can’t restart itself. Stop it, then start it on its host."],
      ["ts_3", "Stop is running."],
    ]);
    expect(planBulk("update", all, [], 2, () => "3.18.3").leftOut).toEqual([]);
  });

  // Cause: an agent that had just refused to update was counted and told again. Law: what is known to be refused isn't asked.
  it("leaves out an agent that refuses updates, until it was restarted", () => {
    const all = [session("ts_1"), session("ts_2")];
    const sent = startAction({ id: "1", kind: "update", session: all[0]!, sessions: all, urls: [], at: 1 });
    const why = (code: string) => {
      const told = answered(sent, { outcome: "refused", error: { msg: "", code } }, 2);
      return planBulk("update", all, [told], 3, () => "3.18.3").leftOut.map(({ session: { id }, reason }) => [
        id,
        reason,
      ]);
    };
    expect(why(UPDATE_REFUSALS.disabled)).toEqual([
      ["ts_1", "Updates off. Turn on update checks in its configuration, or update it on its host."],
    ]);
    // There may be one by now.
    expect(why(UPDATE_REFUSALS.notAvailable)).toEqual([]);
  });

  // Cause: of two agents on the newest release "Update 2…" was the next step. Law: a number is of what can be done; nothing is
  // said of a version that can't be read.
  it("updates just those with a newer release, and those whose version can't be read", () => {
    const versions = fc.array(fc.constantFrom("3.18.2", "3.17.0", "2.9.5", "nightly", "", null));
    fc.assert(
      fc.property(versions, (told) => {
        const all = told.map((version, i) => ({ ...session(`ts_${i}`), agent_version: version }));
        const newest = newestByMajor(told);
        const targetOf = ({ agent_version: version }: TunnelSession) => updateTarget(version, newest);
        const { able, leftOut } = planBulk("update", all, [], 2, targetOf);
        const { outdated, unknown, current } = fleetVersions(all, [], [], 0);
        expect([able.length, leftOut.length]).toEqual([outdated + unknown, current]);
        expect(leftOut.every(({ reason }) => reason === "Up to date.")).toBe(true);
        expect(planBulk("restart", all, [], 2, targetOf).able).toEqual(all);
      }),
    );
  });
});

describe("runBulk", () => {
  it("does everything once, at most four at a time, and tells each one's own outcome", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 12 }), async (fails) => {
        const items = fails.map((fail, id) => ({ fail, id }));
        let open = 0;
        let most = 0;
        const outcomes = new Map<number, unknown>();
        await runBulk(
          items,
          async ({ fail, id }) => {
            open += 1;
            most = Math.max(most, open);
            await Promise.resolve();
            open -= 1;
            if (fail) throw new Error(`no ${id}`);
          },
          ({ id }, fault) => {
            expect(outcomes.has(id)).toBe(false);
            outcomes.set(id, fault);
          },
        );
        expect(most).toBeLessThanOrEqual(4);
        expect(outcomes.size).toBe(items.length);
        for (const { fail, id } of items)
          expect(outcomes.get(id)).toEqual(fail ? new Error(`no ${id}`) : null);
      }),
    );
  });
});

const limited = new ApiError({
  kind: "http",
  method: "POST",
  path: "/x",
  msg: "",
  status: 429,
  retryAfterSeconds: 7,
});

// Cause: a bulk command of 24 agents ran into the rate limit and reported failures. Law: the service says when to go on.
it("rests as long as a 429 says, then goes on one at a time, and loses none", async () => {
  const done: number[] = [];
  const rests: number[] = [];
  let sent = 0;
  let open = 0;
  let most = 0;
  await runBulk(
    [1, 2, 3, 4, 5, 6],
    async (item) => {
      open += 1;
      if (rests.length > 0) most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
      sent += 1;
      if (sent === 2 || sent === 3) throw limited;
      done.push(item);
    },
    (_item, fault) => expect(fault).toBeNull(),
    async (ms) => void rests.push(ms),
  );
  expect(new Set(done)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  expect(done).toHaveLength(6);
  expect(rests).toEqual([7000]);
  expect(most).toBe(1);
});

// Cause: a bulk command that waited for a rate limit could not be ended for minutes. Law: what has not begun can be called off, and
// is told as not done.
it("ends at a rest that is called off, and answers what was not done", async () => {
  const done: number[] = [];
  const left = await runBulk(
    [1, 2, 3, 4, 5, 6],
    async (item) => {
      await Promise.resolve();
      if (item > 2) throw limited;
      done.push(item);
    },
    (_item, fault) => expect(fault).toBeNull(),
    async () => false,
  );
  expect(done).toEqual([1, 2]);
  expect(new Set(left)).toEqual(new Set([3, 4, 5, 6]));
});
