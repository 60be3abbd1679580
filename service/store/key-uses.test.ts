// Cause: when a key was last used was nowhere, so that an old one was deleted by guess. Law: uses are written at most once a minute,
// beside the requests, and what was noted is listed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestDatabase } from "../testing/test-postgres.ts";
import type { Database } from "./database.ts";
import { createKeyUses, writeUse } from "./key-uses.ts";

const AT = "2026-11-01T00:00:00Z";
const texts = { description: "", metadata: "", created_at: AT };
let dir: string;
let store: Database;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-uses-"));
  store = await openTestDatabase(dir);
  await store.db.insertInto("users").values({ id: "usr_1", name: "a", admin: 1, created_at: AT }).execute();
  for (const id of ["ak_1", "ak_2"])
    await store.db
      .insertInto("api_keys")
      .values({ id, hash: id, owner_id: "usr_1", ...texts })
      .execute();
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true });
});

it("lists what was noted, the latest first, each key once", async () => {
  const uses = createKeyUses(store.db);
  expect(await uses.list()).toEqual([]);
  await writeUse(store.db, "ak_2", AT);
  uses.note("ak_1");
  uses.note("ak_1");
  expect(await uses.list()).toEqual([
    { id: "ak_1", at: expect.stringMatching(/^20/) },
    { id: "ak_2", at: AT },
  ]);
});

it("writes the first use in a minute alone", async () => {
  let now = 0;
  const uses = createKeyUses(store.db, () => now);
  const listedAfter = async (ms: number) => {
    // What is there is made old: a write is seen by its time.
    await store.db.updateTable("api_key_uses").set({ used_at: AT }).execute();
    now = ms;
    uses.note("ak_1");
    return (await uses.list())[0]?.at === AT;
  };
  uses.note("ak_1");
  await uses.list();
  expect(await listedAfter(59_999)).toBe(true);
  expect(await listedAfter(60_000)).toBe(false);
});

it("keeps nothing of a key that is gone, and needs no key to be there", async () => {
  const uses = createKeyUses(store.db);
  uses.note("ak_1");
  await uses.list();
  await store.db.deleteFrom("api_keys").where("id", "=", "ak_1").execute();
  uses.note("ak_9");
  expect(await uses.list()).toEqual([]);
});

it("fails no request where the store can't be written", async () => {
  const { db } = store;
  await db.schema.dropTable("api_key_uses").execute();
  const uses = createKeyUses(db);
  expect(() => uses.note("ak_1")).not.toThrow();
  await expect(uses.list()).rejects.toThrow(/api_key_uses/);
});
