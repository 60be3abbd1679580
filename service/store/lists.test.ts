// Cause: a page of a list comes from SQLite as one text, so that its values are read twice. Law: they are what was written.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openTestDatabase } from "../testing/test-postgres.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { readAgain } from "./recorded.ts";
import { rowsBefore } from "./rows.ts";

let dir: string;
let store: Database;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-lists-"));
  store = await openTestDatabase(dir);
});
afterAll(async () => {
  await store.close();
  rmSync(dir, { recursive: true });
});

it("reads the rows of a page as they were written, newest first", async () => {
  // Postgres keeps no U+0000, and neither takes one from a request.
  const text = fc
    .string({ unit: "binary" })
    .map((one) => (inject("postgres") ? one.replaceAll("\0", "") : one));
  const rows = fc.array(
    fc.record({ description: text, metadata: fc.oneof(text, fc.json()), seq: fc.maxSafeNat() }),
    { minLength: 1, maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const { db } = store;
      await db.deleteFrom("users").execute();
      await db.deleteFrom("backends").execute();
      const users = given.map(({ seq, description }) => ({
        id: newId("user"),
        name: description,
        admin: seq % 2_000_000_000,
        created_at: "",
      }));
      const backends = given.map(({ description, metadata }) => ({
        id: newId("tunnelGroupBackend"),
        description,
        metadata,
        created_at: "",
        labels: "{}",
      }));
      await db.insertInto("users").values(users).execute();
      await db.insertInto("backends").values(backends).execute();
      const page = { before: undefined, limit: 100 };
      expect(await rowsBefore(db, "user", page)).toEqual(users.toReversed());
      expect(await rowsBefore(db, "tunnelGroupBackend", page)).toEqual(backends.toReversed());
      expect(await rowsBefore(db, "user", { before: undefined, limit: 1 })).toEqual(
        users.toReversed().slice(0, 2),
      );
    }),
    { numRuns: 100 },
  );
});

// Cause: a row of a page is taken for the one that followed the same row before. Law: whatever comes and goes between two readings,
// a page is what the table has, and a row that is as it was is the same object on the embedded store.
it("reads a page again as it is, whatever came, went or changed in between", async () => {
  const { db } = store;
  const act = fc.record({
    kind: fc.constantFrom("add", "remove", "change"),
    nth: fc.nat(9),
    text: fc.string({ maxLength: 3 }),
  });
  await db.deleteFrom("users").execute();
  let expected: { id: string; name: string; admin: number; created_at: string }[] = [];
  let before: typeof expected = [];
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 4 }), fc.integer({ min: 1, max: 8 }), async (acts, limit) => {
      const changed = new Set<string>();
      for (const { kind, nth, text } of acts) {
        const one = expected[nth % Math.max(1, expected.length)];
        const name = inject("postgres") ? text.replaceAll("\0", "") : text;
        if (kind === "add" || !one) {
          const user = { id: newId("user"), name, admin: nth, created_at: "" };
          await db.insertInto("users").values(user).execute();
          expected = [user, ...expected];
        } else if (kind === "remove") {
          await db.deleteFrom("users").where("id", "=", one.id).execute();
          expected = expected.filter(({ id }) => id !== one.id);
        } else {
          await db.updateTable("users").set({ name }).where("id", "=", one.id).execute();
          expected = expected.map((user) => (user === one ? { ...user, name } : user));
          changed.add(one.id);
        }
      }
      const rows = await rowsBefore(db, "user", { before: undefined, limit });
      expect(rows).toEqual(expected.slice(0, limit + 1));
      const known = new Set(before.map(({ id }) => id));
      const kept = inject("postgres") ? [] : rows.filter(({ id }) => known.has(id) && !changed.has(id));
      expect(kept.filter((row) => !before.includes(row))).toEqual([]);
      before = rows;
    }),
    { numRuns: 100 },
  );
});

it("reads what is null as null", async () => {
  const { db } = store;
  const tunnel = { id: newId("tunnel"), proto: "http", public_url: null, labels: null, endpoint_id: null };
  expect(await db.selectFrom("tunnels").selectAll().limit(1).execute()).toEqual([]);
  const user = { id: newId("user"), name: "n", admin: 1, created_at: "" };
  await db.insertInto("users").values(user).execute();
  const credential = { id: newId("credential"), hash: "h", owner_id: user.id, acl: "[]" };
  const texts = { description: "", metadata: "", created_at: "" };
  await db
    .insertInto("credentials")
    .values({ ...credential, ...texts })
    .execute();
  const session = {
    id: newId("session"),
    credential_id: credential.id,
    agent_version: "",
    ip: "",
    metadata: "",
  };
  const more = { os: "", region: "", started_at: "", transport: "", capabilities: "[]", node_id: "" };
  await db
    .insertInto("sessions")
    .values({ ...session, ...more })
    .execute();
  const row = {
    ...tunnel,
    session_id: session.id,
    forwards_to: "",
    metadata: "",
    region: "",
    started_at: "",
  };
  await db.insertInto("tunnels").values(row).execute();
  expect(await rowsBefore(db, "tunnel", { before: undefined, limit: 5 })).toEqual([row]);
});

// Cause: a row was parsed and written anew for each list that shows it. Law: one that is as it was is the same object, which nobody
// can change; one that changed is another.
it.skipIf(inject("postgres"))("reads a row that did not change as the same object", async () => {
  const { db } = store;
  const page = { before: undefined, limit: 5 };
  const users = ["a", "b"].map((name) => ({ id: newId("user"), name, admin: 0, created_at: "" }));
  await db.insertInto("users").values(users).execute();
  const [first, second] = await rowsBefore(db, "user", page);
  await db
    .updateTable("users")
    .set({ name: "c" })
    .where("id", "=", second?.id ?? "")
    .execute();
  const [again, changed] = await rowsBefore(db, "user", page);
  expect(again).toBe(first);
  expect(changed).toEqual({ ...second, name: "c" });
  expect(second?.name).toBe("a");
  expect(Object.isFrozen(first)).toBe(true);
});

it("refuses parameters in another order than the query has them", async () => {
  const { db } = store;
  const build = () => db.selectFrom("users").selectAll().where("id", "=", "a").where("name", "=", "b");
  await expect(readAgain(db, "wrong", ["b", "a"], build)).rejects.toThrow("wrong");
});
