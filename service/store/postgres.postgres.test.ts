import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ApiProblem, toProblem } from "../errors.ts";
import { createTestDatabase, openTestDatabase } from "../testing/test-postgres.ts";
import { type Database, openDatabase } from "./database.ts";
import { newId } from "./ids.ts";
import { MIGRATIONS } from "./migrations/all.ts";
import type { Db } from "./schema.ts";

let dir: string;
let database: Database;
let db: Db;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-db-"));
  database = await openTestDatabase(dir);
  ({ db } = database);
});
afterEach(async () => {
  await database.close();
  rmSync(dir, { recursive: true, force: true });
});

const user = (id = newId("user")) => ({ id, name: "admin", admin: 1, created_at: "2026-11-21T00:00:00Z" });
const insert = (into: Db, id?: string) => into.insertInto("users").values(user(id)).execute();
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => toProblem(error).problem,
  );

test("ids compare by their bytes, whatever the database's own order", async () => {
  const ids = ["usr_b", "usr_B", "usr_a", "usr_A", "usr_1", "usr_Z", "usr_z"];
  for (const id of ids) await insert(db, id);
  const rows = await db.selectFrom("users").select("id").orderBy("id").execute();
  expect(rows.map(({ id }) => id)).toEqual(ids.toSorted());
  const below = await db.selectFrom("users").select("id").where("id", "<", "usr_a").execute();
  expect(below).toHaveLength(4);
});

test("big integers and counts are numbers", async () => {
  await db.insertInto("nodes").values({ id: "n", expires_at: 1_800_000_000_000 }).execute();
  expect(await db.selectFrom("nodes").select("expires_at").execute()).toEqual([
    { expires_at: 1_800_000_000_000 },
  ]);
  const { rows } = await sql<{ n: number }>`select count(*) as n from nodes`.execute(db);
  expect(rows).toEqual([{ n: 1 }]);
});

test("transactions run one after the other: none decides on what another is changing", async () => {
  const addUnlessThree = () =>
    db.transaction().execute(async (trx) => {
      const found = await trx.selectFrom("users").select("id").execute();
      if (found.length < 3) await insert(trx);
    });
  await Promise.all(Array.from({ length: 20 }, addUnlessThree));
  expect(await db.selectFrom("users").select("id").execute()).toHaveLength(3);
});

test("a failed transaction leaves nothing, and a swallowed failure is not taken for a commit", async () => {
  const failing = db.transaction().execute(async (trx) => {
    await insert(trx);
    throw new ApiProblem("inUse", "stop here");
  });
  expect(await problemOf(failing)).toBe("inUse");
  const swallowed = db.transaction().execute(async (trx) => {
    await insert(trx, "usr_1");
    await insert(trx, "usr_1").catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow("The transaction was rolled back.");
  expect(await db.selectFrom("users").selectAll().execute()).toEqual([]);
});

test("faults are told as on SQLite", async () => {
  await insert(db, "usr_1");
  expect(await problemOf(insert(db, "usr_1"))).toBe("changedMeanwhile");
  const orphan = { hash: "h", owner_id: "usr_nobody", description: "", metadata: "", created_at: "x" };
  expect(
    await problemOf(
      db
        .insertInto("api_keys")
        .values({ id: "ak_1", ...orphan })
        .execute(),
    ),
  ).toBe("changedMeanwhile");
  expect(await problemOf(insert(db, "usr_\0"))).toBe("valueInvalid");
  const holder = await db.startTransaction().execute();
  expect(await problemOf(db.transaction().execute((trx) => insert(trx)))).toBe("busy");
  await holder.rollback().execute();
  await insert(db);
});

test("a connection that breaks in a transaction: unreachable, nothing half-written, the next one works", async () => {
  const broken = db.transaction().execute(async (trx) => {
    await insert(trx);
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
  });
  expect(await problemOf(broken)).toBe("databaseUnreachable");
  expect(await db.selectFrom("users").selectAll().execute()).toEqual([]);
  await db.transaction().execute((trx) => insert(trx));
  expect(await db.selectFrom("users").selectAll().execute()).toHaveLength(1);
});

test("a rollback that can’t be sent hides nothing of what made it necessary", async () => {
  // Cause: the rollback’s own error was thrown in place of the first. Law: the cause is told.
  const broken = db.transaction().execute(async (trx) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx).catch(() => undefined);
    throw new ApiProblem("inUse", "stop here");
  });
  expect(await problemOf(broken)).toBe("inUse");
  await insert(db);
});

// Cause: a connection keeps its statements prepared, and Postgres refuses those whose table got a column since, as by the
// migration of a newer process. Law: it is told as a fault that passes, and the next request works.
test("a table that another process altered: a new connection reads it", async () => {
  await insert(db, "usr_1");
  const read = () => db.selectFrom("users").selectAll().where("id", "=", "usr_1").execute();
  await read();
  await sql`alter table users add column later text`.execute(db);
  expect(await problemOf(read())).toBe("databaseUnreachable");
  expect(await read()).toMatchObject([{ id: "usr_1", later: null }]);
});

test("several that open an empty database at once bring it up to date once", async () => {
  const empty = await createTestDatabase({ bare: true });
  const folders = ["a", "b", "c"].map((name) => join(dir, name));
  const log = pino({ level: "silent" });
  const opened = await Promise.all(folders.map((folder) => openDatabase(folder, { url: empty!.url, log })));
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(opened[0]!.db);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(MIGRATIONS));
  await Promise.all(opened.map(({ close }) => close()));
  await empty!.drop();
});
