import * as fc from "fast-check";
import { expect, it } from "vitest";
import { planBatches, planRollout } from "./plan.ts";
import { servedBy as servedKeys } from "./served.ts";

const fleet = fc
  .array(fc.uniqueArray(fc.nat(6).map(String), { maxLength: 3 }), { minLength: 1, maxLength: 40 })
  .map((serves) => serves.map((keys, i) => ({ id: `ts_${i}`, serves: keys })));
const counts = fc.record({ canary: fc.nat(4), batchSize: fc.integer({ min: 1, max: 9 }) });
const elsewhere = fc.dictionary(fc.nat(6).map(String), fc.nat(2));

function servedBy(members: readonly { serves: readonly string[] }[], more: Record<string, number>) {
  const all = new Map(Object.entries(more));
  for (const key of members.flatMap(({ serves }) => serves)) all.set(key, (all.get(key) ?? 0) + 1);
  return all;
}

function onlineSession(id: string, agent_version: string, os = "linux") {
  const where = { ip: "192.0.2.7", metadata: id, region: "eu", started_at: "2026-11-23T08:00:00Z" };
  return { id, agent_version, os, ...where, transport: "service/2", credential_id: "cr_1", succeeds: null };
}

it("puts every agent into one batch, no batch beyond its size, and takes no shared URL down whole", () => {
  fc.assert(
    fc.property(fleet, counts, elsewhere, (members, { canary, batchSize }, more) => {
      const served = servedBy(members, more);
      const batches = planBatches(members, served, { canary, batchSize });
      expect(
        batches
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(members.map(({ id }) => id).toSorted());
      for (const [i, batch] of batches.entries()) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(i === 0 && canary > 0 ? canary : batchSize);
        const whole = [...served].filter(
          ([key, all]) => all > 1 && batch.filter(({ serves }) => serves.includes(key)).length >= all,
        );
        expect(whole).toEqual([]);
      }
    }),
  );
});

it("keeps the order where nothing is shared", () => {
  const members = [1, 2, 3, 4, 5, 6].map((n) => ({ id: String(n), serves: [`url ${n}`] }));
  const ids = (canary: number, batchSize: number) =>
    planBatches(members, servedBy(members, {}), { canary, batchSize }).map((batch) =>
      batch.map(({ id }) => id).join(""),
    );
  expect(ids(1, 3)).toEqual(["1", "234", "56"]);
  expect(ids(0, 4)).toEqual(["1234", "56"]);
});

// Cause: the canary of an update was an agent that ran the newest version already. Law: what proves most comes first.
it("begins an update with agents that have one, and that restart by themselves", () => {
  const all = [
    onlineSession("ts_new", "1.1.0"),
    onlineSession("ts_windows", "1.0.0", "windows"),
    onlineSession("ts_old", "1.0.0"),
    onlineSession("ts_older", "0.9.0"),
  ];
  const served = { keysOf: new Map(), sessionsOf: new Map(), namesOf: () => [] };
  const order = (action: "update_and_restart" | "stop") =>
    planRollout({ session_ids: all.map(({ id }) => id), action }, all, served).agents.map(
      (one) => one.session_id,
    );
  expect(order("update_and_restart")).toEqual(["ts_old", "ts_windows", "ts_new", "ts_older"]);
  expect(order("stop")).toEqual(["ts_new", "ts_windows", "ts_old", "ts_older"]);
});

// Cause: the plan of an update had agents that have nothing to update, and took their URLs offline. Law: where it is known what
// is published, only those take part that it would change; the others are skipped, with the reason.
it("skips whoever has nothing to update", () => {
  const served = { keysOf: new Map(), sessionsOf: new Map(), namesOf: () => [] };
  const version = fc.constantFrom("0.1.0", "1.0.0", "1.1.0", "1.2.0", "2.0.0", "dev");
  fc.assert(
    fc.property(
      fc.array(version, { minLength: 1, maxLength: 8 }),
      fc.option(fc.uniqueArray(fc.constantFrom("1.1.0", "1.0.0", "2.1.0"))),
      fc.constantFrom("update_and_restart" as const, "restart" as const),
      (versions, published, action) => {
        const all = versions.map((one, i) => onlineSession(`ts_${i}`, one));
        const body = { session_ids: all.map(({ id }) => id), action };
        const { plan, agents } = planRollout(body, all, served, published);
        expect(agents.length + plan.skipped.length).toBe(all.length);
        const isKnown = action === "update_and_restart" && (published ?? []).length > 0;
        const reasonOf = (one: string): string | undefined => {
          if (!isKnown || one === "dev") return undefined;
          const major = one.split(".")[0];
          const own = (published ?? []).filter((other) => other.split(".")[0] === major);
          if (own.length === 0) return `No release for ${major}.x. Update it on its host.`;
          return own.some((other) => other > one) ? undefined : "Up to date.";
        };
        const skipped = new Map(plan.skipped.map(({ session_id: id, reason }) => [id, reason]));
        expect(all.map(({ id }) => skipped.get(id))).toEqual(versions.map(reasonOf));
      },
    ),
  );
});

// Cause: which agent of a batch takes which URL offline was known of the plan's batches only. Law: the agents of a batch take offline
// what the batch does, and each only what it serves.
it("says of each agent which URLs go offline with it", () => {
  fc.assert(
    fc.property(
      fleet,
      counts,
      fc.constantFrom("restart", "stop"),
      (members, { canary, batchSize }, action) => {
        const pairs = members.flatMap(({ id, serves }) => serves.map((key) => [id, key] as const));
        const served = { ...servedKeys(pairs), namesOf: (key: string) => [`https://${key}.example`] };
        const session_ids = members.map(({ id }) => id);
        const body = { session_ids, action, canary, batch_size: batchSize };
        const all = session_ids.map((id) => onlineSession(id, "1.0.0"));
        const { plan, sessions } = planRollout(body, all, served);
        const offlineOf = new Map(sessions.map(({ id, offline = [] }) => [id, offline]));
        for (const batch of plan.batches) {
          const taken = batch.session_ids.flatMap((id) => offlineOf.get(id) ?? []);
          expect([...new Set(taken)].toSorted()).toEqual(batch.offline);
        }
        for (const { id, serves } of members)
          for (const url of offlineOf.get(id) ?? []) expect(serves.flatMap(served.namesOf)).toContain(url);
      },
    ),
  );
});
