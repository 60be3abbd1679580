// Cause: each writer waited for a sync of its own. Law: writers that wait together share one, each is answered when its change is on
// the disk, and what one of them does not keep is not kept for it alone.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import * as fc from "fast-check";
import { sql } from "kysely";
import Libsql from "libsql";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { newId } from "./ids.ts";
import type { Db } from "./schema.ts";

let dir: string;
let store: Database;
let other: Libsql.Database;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-commits-"));
  store = await openDatabase(dir);
  other = new Libsql(join(dir, "gatehouse.db"));
});
afterEach(async () => {
  other.close();
  await store.close();
  rmSync(dir, { recursive: true });
});

const policy = (id = newId("ipPolicy")) => ({
  id,
  description: "",
  metadata: "",
  created_at: "2026-11-22T00:00:00Z",
});
const insert = (row = policy()) =>
  store.db.transaction().execute(async (trx) => {
    await trx.insertInto("ip_policies").values(row).execute();
    return row.id;
  });
/** What another connection sees: what is committed. */
const committed = () =>
  (other.prepare("select id from ip_policies").all() as { id: string }[]).map(({ id }) => id).toSorted();
const commits = async () => (await store.versions.now()).ip_policies;

describe.skipIf(inject("postgres"))("writers of the embedded store", () => {
  it("share a commit, and are answered after it", async () => {
    const seen: (readonly string[])[] = [];
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const id = await insert();
        seen.push(committed());
        return id;
      }),
    );
    // All of them were there when the first of them was answered.
    for (const one of seen) expect(one).toEqual(ids.toSorted());
  });

  it("show nothing to a reader before it is committed", async () => {
    const before = await commits();
    const writing = store.db.transaction().execute(async (trx) => {
      await trx.insertInto("ip_policies").values(policy()).execute();
      expect(await trx.selectFrom("ip_policies").select("id").execute()).toHaveLength(1);
      expect(await store.db.selectFrom("ip_policies").select("id").execute()).toEqual([]);
      expect(await commits()).toBe(before);
    });
    await writing;
    expect(await store.db.selectFrom("ip_policies").select("id").execute()).toHaveLength(1);
    expect(await commits()).toBe(before + 1);
  });

  it("lose together what a disk does not take, and are told so", async () => {
    await insert();
    const [{ page_count: pages = 0 } = {}] = other.prepare("pragma page_count").all() as {
      page_count?: number;
    }[];
    await sql.raw(`pragma max_page_count = ${pages}`).execute(store.db);
    const before = committed();
    const results = await Promise.allSettled([
      insert(),
      insert({ ...policy(), metadata: "x".repeat(500_000) }),
      insert(),
    ]);
    const kept = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(results.slice(0, 2).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(committed()).toEqual([...before, ...kept].toSorted());
    await sql.raw("pragma max_page_count = 1000000").execute(store.db);
    await insert();
    expect(committed()).toHaveLength(before.length + kept.length + 1);
  });

  it("keep exactly what they were told is kept, however they come and fail", async () => {
    const taken = await insert();
    const kept = new Set([taken]);
    const within = (work: (trx: Db, id: string) => Promise<unknown>) => (id: string) =>
      store.db.transaction().execute(async (trx) => {
        await trx.insertInto("ip_policies").values(policy(id)).execute();
        await turn();
        await work(trx, id);
      });
    const again = (trx: Db) => trx.insertInto("ip_policies").values(policy(taken)).execute();
    const acts: Record<string, { act: (id: string) => Promise<unknown>; keeps: boolean }> = {
      transaction: { act: (id) => insert(policy(id)), keeps: true },
      alone: { act: (id) => store.db.insertInto("ip_policies").values(policy(id)).execute(), keeps: true },
      slow: { act: within(() => turn()), keeps: true },
      recovered: { act: within((trx) => again(trx).catch(() => undefined)), keeps: true },
      refused: { act: within(again), keeps: false },
      thrown: { act: within(() => Promise.reject(new Error("not kept"))), keeps: false },
      reading: { act: () => store.db.selectFrom("ip_policies").selectAll().execute(), keeps: false },
    };
    const plan = fc.array(fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(3)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        const one = async ([name, turns]: [string, number]) => {
          for (let i = 0; i < turns; i += 1) await turn();
          const { act, keeps } = acts[name] ?? {};
          const id = newId("ipPolicy");
          const outcome = await act?.(id).then(
            () => "done",
            () => "failed",
          );
          expect([name, outcome]).toEqual([name, keeps || name === "reading" ? "done" : "failed"]);
          if (keeps) kept.add(id);
          expect([name, committed().includes(id)]).toEqual([name, keeps]);
        };
        await Promise.all(steps.map(one));
        expect(committed()).toEqual([...kept].toSorted());
      }),
      { numRuns: 40 },
    );
  });
});
