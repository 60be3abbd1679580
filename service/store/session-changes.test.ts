// Cause: a console of 100,000 sessions read a thousand pages for each agent that came or left. Law: what is told to have changed,
// put into the list as it was, is the list as it is; who asks for more than is known is told so.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase } from "../testing/test-postgres.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { rowsBefore } from "./rows.ts";
import type { Schema } from "./schema.ts";
import { sessionsBefore } from "./session-list.ts";
import { endSessionsOf } from "./ended-sessions.ts";
import { insertSession, sessionsSince } from "./sessions.ts";
import { CHANGES_KEPT, renewVersions } from "./versions.ts";

type Session = Schema["sessions"];

let dir: string;
let store: Database;
const credential_id = newId("credential");
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-changes-"));
  store = await openTestDatabase(dir);
  const user = { id: newId("user"), name: "n", admin: 1, created_at: "" };
  await store.db.insertInto("users").values(user).execute();
  const texts = { description: "", metadata: "", created_at: "" };
  await store.db
    .insertInto("credentials")
    .values({ id: credential_id, hash: "h", owner_id: user.id, acl: "[]", ...texts })
    .execute();
});
afterAll(async () => {
  await store.close();
  rmSync(dir, { recursive: true });
});

const texts = { agent_version: "3.18.2", ip: "", metadata: "", os: "", region: "", started_at: "" };
const session = (): Session => ({
  id: newId("session"),
  credential_id,
  ...texts,
  transport: "",
  capabilities: "[]",
  node_id: "n",
  succeeds: null,
  agent_update: null,
  update_refused_at: null,
});
const all = () => rowsBefore(store.db, "session", { before: undefined, limit: 200 });
const version = async () => (await store.versions.now()).sessions;

const ACTS = {
  add: async (count: number) => {
    for (let i = 0; i < count; i += 1)
      await insertSession(store.db, { session: session(), tunnels: [], endpoints: [] });
  },
  remove: async (nth: number) => {
    const ids = (await all()).map(({ id }) => id);
    await endSessionsOf(store.db, ids.length > 0 ? ids.slice(nth % ids.length).slice(0, 2) : [""], "lost");
  },
  change: async (nth: number) => {
    const rows = await all();
    const id = rows[nth % Math.max(1, rows.length)]?.id ?? "";
    await store.db
      .updateTable("sessions")
      .set({ metadata: `${nth}` })
      .where("id", "=", id)
      .execute();
  },
};

it("put into what was there, is what is there", async () => {
  const act = fc.tuple(fc.constantFrom("add", "remove", "change"), fc.integer({ min: 1, max: 5 }));
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 8 }), fc.nat(8), async (acts, seenAfter) => {
      let [seen, since] = [await all(), await version()];
      for (const [index, [what, n]] of acts.entries()) {
        if (index === seenAfter) [seen, since] = [await all(), await version()];
        await ACTS[what](n);
      }
      const changes = await sessionsSince(store.db, since);
      expect(changes?.version).toBe(await version());
      const now = new Map(seen.map((row) => [row.id, row]));
      for (const id of changes?.removed ?? []) now.delete(id);
      for (const row of changes?.rows ?? []) now.set(row.id, row);
      expect([...now.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1))).toEqual(await all());
    }),
    { numRuns: 30 },
  );
});

// Cause: a list that changed was read whole, though it is known what changed. Law: what is kept of it, with what changed, is what
// is there, for every page and whoever reads at the same time; a row that did not change is the same object.
it("keep the list that is kept in memory as it is there", async () => {
  const act = fc.tuple(fc.constantFrom("add", "remove", "change"), fc.integer({ min: 1, max: 5 }));
  const page = fc.record({
    before: fc.option(fc.nat(12), { nil: undefined }),
    limit: fc.integer({ min: 1, max: 12 }),
  });
  const seen = new Map<string, Session>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 4 }),
      fc.array(page, { minLength: 1, maxLength: 4 }),
      async (acts, pages) => {
        for (const [what, n] of acts) await ACTS[what](n);
        const [rows, now] = [await all(), await version()];
        await Promise.all(
          pages.map(async ({ before: nth, limit }) => {
            const before = nth === undefined ? undefined : (rows[nth]?.id ?? newId("session"));
            const expected = rows.filter(({ id }) => before === undefined || id < before).slice(0, limit + 1);
            const got = await sessionsBefore(store.db, { before, limit }, now);
            expect(got).toEqual(expected);
          }),
        );
        const kept = await sessionsBefore(store.db, { before: undefined, limit: 200 }, now);
        const isChanged = acts.some(([what]) => what === "change");
        const anew = kept.filter((row) => !isChanged && seen.has(row.id) && seen.get(row.id) !== row);
        expect(anew).toEqual([]);
        for (const row of kept) seen.set(row.id, row);
      },
    ),
    { numRuns: 60 },
  );
});

it("are not told since a version that is unknown, too long ago, of another database, or of too many", async () => {
  const at = await version();
  expect(await sessionsSince(store.db, at)).toEqual({ version: at, rows: [], removed: [] });
  expect(await sessionsSince(store.db, at + 1)).toBeNull();
  expect(await sessionsSince(store.db, at - CHANGES_KEPT - 1)).toBeNull();
  await renewVersions(store.db);
  expect(await sessionsSince(store.db, at)).toBeNull();
  const before = await version();
  await store.db.transaction().execute((trx) =>
    trx
      .insertInto("sessions")
      .values(Array.from({ length: 1_001 }, session))
      .execute(),
  );
  expect(await sessionsSince(store.db, before)).toBeNull();
});

it("are remembered of the last changes only", async () => {
  const count = async () => (await store.db.selectFrom("session_changes").select("id").execute()).length;
  expect(await count()).toBeGreaterThan(1_000);
  await renewVersions(store.db);
  await ACTS.add(1);
  expect(await count()).toBe(1);
});

it("are read page by page while the list is too long to keep", async () => {
  const more = (count: number) =>
    store.db
      .insertInto("sessions")
      .values(Array.from({ length: count }, session))
      .execute();
  for (let i = 0; i < 2; i += 1) await more(700);
  const check = async () => {
    const rows = await rowsBefore(store.db, "session", { before: undefined, limit: 20 });
    expect(await sessionsBefore(store.db, { before: undefined, limit: 20 }, await version())).toEqual(rows);
  };
  await check();
  await more(1);
  await check();
  await store.db.deleteFrom("sessions").execute();
  await check();
  await more(3);
  await check();
});
