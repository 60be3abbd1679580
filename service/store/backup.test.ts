import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ensureAdmin } from "../admin.ts";
import { furnishAccount } from "../demo/account.ts";
import type { TestDatabase } from "../testing/postgres-database.ts";
import { createTestDatabase } from "../testing/test-postgres.ts";
import { backUp } from "./backup.ts";
import { KEPT, LIVE, type Where } from "./backup-format.ts";
import { type Database, openDatabase } from "./database.ts";
import { newId } from "./ids.ts";
import { restore } from "./restore.ts";
import type { Db } from "./schema.ts";
import { timestamp } from "./time.ts";

const log = pino({ level: "silent" });
let dir: string;
let file: string;
const databases: TestDatabase[] = [];
const opened: Database[] = [];

/** A place for an account: a folder, and in the Postgres half an empty database. */
async function place(name: string): Promise<Where> {
  const own = await createTestDatabase();
  if (own) databases.push(own);
  return { dir: join(dir, name), url: own?.url ?? null, log };
}
async function open(where: Where): Promise<Database> {
  const database = await openDatabase(where.dir, where);
  opened.push(database);
  return database;
}
const closeAll = async () => {
  for (const database of opened.splice(0)) await database.close();
};

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-backup-"));
  file = join(dir, "account.backup");
});
afterEach(async () => {
  await closeAll();
  for (const database of databases.splice(0)) await database.drop();
  rmSync(dir, { recursive: true, force: true });
});

const common = () => ({ description: "", metadata: "", created_at: timestamp() });
const policy = () => ({ id: newId("ipPolicy"), ...common() });
const ruleOf = (ip_policy_id: string) => ({
  id: newId("ipPolicyRule"),
  ...common(),
  ip_policy_id,
  cidr: "192.0.2.0/24",
  action: "allow",
});

async function contents(db: Db): Promise<Record<string, string[]>> {
  const read = async (table: (typeof KEPT)[number]) => {
    const rows = await db
      .selectFrom(table as "users")
      .selectAll()
      .execute();
    return [table, rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted()] as const;
  };
  return Object.fromEntries(await Promise.all(KEPT.map(read)));
}

it("knows every table: those it keeps, and those that live as long as a socket or process", async () => {
  const { db } = await open(await place("a"));
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  expect([...KEPT, ...LIVE].toSorted()).toEqual(
    tables.filter((name) => !name.startsWith("kysely_")).toSorted(),
  );
});

it("restores the whole account elsewhere, where its admin key works", async () => {
  const from = await place("a");
  const { db } = await open(from);
  const admin = await ensureAdmin(db, from.dir, null, from.url !== null);
  await furnishAccount(db, { ownerId: admin.userId, base: "http://gate.example/api" });
  const before = await contents(db);
  expect(before["modules"]!.length).toBeGreaterThan(5);
  const rows = await backUp(from, file);
  expect(rows).toBe(Object.values(before).flat().length);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(gunzipSync(readFileSync(file)).toString()).not.toContain(admin.token);
  await expect(backUp(from, file)).rejects.toThrow("already exists");

  const to = await place("b");
  expect(await restore(to, file)).toBe(rows);
  const again = await open(to);
  expect(await contents(again.db)).toEqual(before);
  expect((await ensureAdmin(again.db, to.dir, admin.token, to.url !== null)).userId).toBe(admin.userId);
});

it("is of one moment, while others go on writing", async () => {
  const from = await place("a");
  const { db } = await open(from);
  await ensureAdmin(db, from.dir, null, from.url !== null);
  // Cause: tables so small that they were read in one turn hid a copy of several moments. Law: no row names one that the copy
  // does not have.
  const many = Array.from({ length: 400 }, policy);
  for (let at = 0; at < many.length; at += 100) {
    const some = many.slice(at, at + 100);
    await db.insertInto("ip_policies").values(some).execute();
    const rules = some.map(({ id }) => ruleOf(id));
    await db.insertInto("ip_policy_rules").values(rules).execute();
  }
  const answered: string[] = [];
  const writing = new AbortController();
  const write = async () => {
    while (!writing.signal.aborted) {
      const one = policy();
      await db.transaction().execute(async (trx) => {
        await trx.insertInto("ip_policies").values(one).execute();
        await trx.insertInto("ip_policy_rules").values(ruleOf(one.id)).execute();
      });
      answered.push(one.id);
      // The embedded database answers at once: others have to get their turn.
      await new Promise(setImmediate);
    }
  };
  const writers = [write(), write()];
  while (answered.length < 20) await new Promise(setImmediate);
  const sure = [...answered];
  await backUp(from, file);
  const after = answered.length;
  while (answered.length < after + 5) await new Promise(setImmediate);
  writing.abort();
  await Promise.all(writers);

  const to = await place("b");
  await restore(to, file);
  const { db: restored } = await open(to);
  const policies = (await restored.selectFrom("ip_policies").select("id").execute()).map(({ id }) => id);
  const ruled = (await restored.selectFrom("ip_policy_rules").select("ip_policy_id").execute()).map(
    ({ ip_policy_id }) => ip_policy_id,
  );
  expect(policies).toEqual(expect.arrayContaining(sure));
  expect(ruled.toSorted()).toEqual(policies.toSorted());
  expect(policies.length - many.length).toBeLessThan(answered.length);
});

it("restores nothing of a file that is cut off, changed, of a newer version or no backup", async () => {
  const from = await place("a");
  const { db } = await open(from);
  const admin = await ensureAdmin(db, from.dir, null, from.url !== null);
  await furnishAccount(db, { ownerId: admin.userId, base: "http://gate.example/api" });
  await backUp(from, file);
  const whole = readFileSync(file);
  const lines = gunzipSync(whole).toString().split("\n");
  const packed = (change: (text: string[]) => string[]) => gzipSync(change([...lines]).join("\n"));
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1]! ^= 0xff;
  // Cause: a changed byte that made another column's name was told by the database: "column … does not exist". Law: whatever was changed,
  // the file is called damaged.
  const renamed = gzipSync(lines.join("\n"), { level: 0 });
  renamed.write("z", renamed.indexOf('"created_at"', lines[0]!.length + 30) + 1);
  const to = await place("b");
  const faulty: [Buffer, RegExp][] = [
    [whole.subarray(0, whole.length - 9), /damaged or cut off\. Nothing was restored/],
    [whole.subarray(0, whole.length >> 1), /damaged or cut off/],
    [flipped, /damaged or cut off/],
    [renamed, /damaged or cut off/],
    [packed((all) => all.slice(0, -2)), /damaged or cut off/],
    [packed((all) => all.toSpliced(5, 1)), /damaged or cut off/],
    [packed((all) => all.with(3, "{}")), /damaged or cut off/],
    [packed((all) => all.with(0, all[0]!.replace(/0\d{3}-[\w-]+/, "9999-later"))), /newer version/],
    [Buffer.from("hello"), /is not a backup|damaged/],
    [gzipSync("{}\n"), /is not a backup/],
  ];
  for (const [bytes, says] of faulty) {
    writeFileSync(file, bytes);
    await expect(restore(to, file)).rejects.toThrow(says);
  }
  await expect(restore(to, join(dir, "none"))).rejects.toThrow("can’t be read");
  const { db: empty } = await open(to);
  expect(await empty.selectFrom("users").selectAll().execute()).toEqual([]);
});

it("never writes over an account, nor beside a service that runs", async () => {
  const from = await place("a");
  const { db } = await open(from);
  await ensureAdmin(db, from.dir, null, from.url !== null);
  await backUp(from, file);
  await expect(restore(from, file)).rejects.toThrow("is in use by another Gatehouse service");
  await closeAll();
  await expect(restore(from, file)).rejects.toThrow("already has an account");
});

it("says when there is no database to back up", async () => {
  await expect(backUp({ dir: join(dir, "none"), url: null, log }, file)).rejects.toThrow("is not there");
});

// Cause: a backup that could not be written said so in JSON with a stack. Law: what went wrong and what to do, in words.
it("says why a backup can't be written", async () => {
  const from = await place("a");
  const { db } = await open(from);
  await ensureAdmin(db, from.dir, null, from.url !== null);
  const nowhere = join(dir, "none", "account.backup");
  await expect(backUp(from, nowhere)).rejects.toThrow(
    `${nowhere} can’t be written: it can’t be created there (ENOENT). Fix that, or choose another file for --backup.`,
  );
});
