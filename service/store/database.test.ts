import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import Libsql from "libsql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import { newId } from "./ids.ts";
import type { Db } from "./schema.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-db-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const user = () => ({ id: newId("user"), name: "admin", admin: 1, created_at: "2026-11-21T00:00:00Z" });

describe("openDatabase", () => {
  it("is durable and strict: WAL, synchronous FULL, foreign keys on", async () => {
    const { db, close } = await openDatabase(dir);
    const read = async (name: string) =>
      Object.values((await sql.raw(`PRAGMA ${name}`).execute(db)).rows[0] ?? {})[0];
    expect(await read("journal_mode")).toBe("wal");
    expect(await read("synchronous")).toBe(2);
    expect(await read("foreign_keys")).toBe(1);
    expect(await read("busy_timeout")).toBe(2000);
    await close();
  });

  it("keeps what was written, and opens again", async () => {
    const first = await openDatabase(dir);
    const row = user();
    await first.db.insertInto("users").values(row).execute();
    await first.close();
    const second = await openDatabase(dir);
    expect(await second.db.selectFrom("users").selectAll().execute()).toEqual([row]);
    await second.close();
  });

  it("refuses a second service on the folder, in this process and in another, and frees it on close", async () => {
    const first = await openDatabase(dir);
    await expect(openDatabase(dir)).rejects.toThrow(
      new RegExp(`${dir} is in use by another Gatehouse service \\(process ${process.pid}\\)`),
    );
    const script = `const L=require("libsql");const d=new L(process.argv[1]);try{d.exec("BEGIN EXCLUSIVE");console.log("got it")}catch(e){console.log(e.code)}`;
    const other = () =>
      spawnSync(process.execPath, ["-e", script, join(dir, "service.lock")], {
        encoding: "utf8",
      }).stdout.trim();
    expect(other()).toBe("SQLITE_BUSY");
    await first.close();
    expect(other()).toBe("got it");
  });

  // Cause: statements are kept prepared, and libsql leaves one that failed pending. Law: a failed write holds up no other.
  it("commits after a statement that is kept has failed", async () => {
    const { db, close } = await openDatabase(dir);
    const row = user();
    const insert = (one: ReturnType<typeof user>) => db.insertInto("users").values(one).execute();
    await insert(row);
    for (let i = 0; i < 3; i += 1) await expect(insert(row)).rejects.toThrow(/UNIQUE/);
    await db.transaction().execute((trx) => trx.insertInto("users").values(user()).execute());
    await insert(user());
    await close();
    const again = await openDatabase(dir);
    expect(await again.db.selectFrom("users").selectAll().execute()).toHaveLength(3);
    await again.close();
  });

  it("keeps a folder it makes to its owner", async () => {
    const inner = join(dir, "data");
    const { close } = await openDatabase(inner);
    expect(statSync(inner).mode & 0o777).toBe(0o700);
    await close();
  });

  // --data on a shared folder took it from everybody else. Law: a folder that is there keeps its mode.
  it("leaves the mode of a folder that is there alone", async () => {
    chmodSync(dir, 0o755);
    const { close } = await openDatabase(dir);
    expect(statSync(dir).mode & 0o777).toBe(0o755);
    await close();
  });

  // Faults of the folder were logged as stack traces. Law: they name the folder, the reason and the flag.
  it("says in words why a folder can't be used", async () => {
    const file = join(dir, "file");
    writeFileSync(file, "");
    await expect(openDatabase(file)).rejects.toThrow(/file can’t be used: it is a file .*--data/);
    const garbage = join(dir, "garbage");
    mkdirSync(garbage);
    writeFileSync(join(garbage, "gatehouse.db"), "x".repeat(5000));
    await expect(openDatabase(garbage)).rejects.toThrow(/its gatehouse.db is not a database .*--data/);
  });

  // Cause: libsql’s refusal to open a file has no code, and what broke during an upgrade was hidden by its own error: both
  // were stack traces. Law: every fault of the folder names the folder, the reason and the flag.
  it("says in words why a file of the folder can't be opened or upgraded", async () => {
    const taken = join(dir, "taken");
    mkdirSync(join(taken, "gatehouse.db"), { recursive: true });
    await expect(openDatabase(taken)).rejects.toThrow(
      new RegExp(`^The data folder ${taken} can’t be used: .* \\(EISDIR\\)\\. .*--data\\.$`),
    );
    const { close } = await openDatabase(join(dir, "whole"));
    await close();
    const bytes = readFileSync(join(dir, "whole/gatehouse.db"));
    for (const [name, content] of [
      ["cut", bytes.subarray(0, bytes.length / 2)],
      ["overwritten", Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 7)])],
    ] as const) {
      mkdirSync(join(dir, name));
      writeFileSync(join(dir, name, "gatehouse.db"), content);
      await expect(openDatabase(join(dir, name))).rejects.toThrow(/gatehouse\.db is damaged .*--data/);
    }
  });

  // Cause: Node’s recursive mkdir hides the reason as ENOENT, and never ends in /proc; what is read-only was found out at the
  // first write. Law: every fault of the folder is told in words before the start.
  it("says in words that this user may not write there", async () => {
    const closed = join(dir, "closed");
    mkdirSync(closed, { mode: 0o555 });
    chmodSync(dir, 0o755);
    // Root may write anywhere.
    const root = process.geteuid?.() === 0;
    if (root) process.seteuid?.(65_534);
    try {
      for (const folder of [closed, join(closed, "new/data")])
        await expect(openDatabase(folder)).rejects.toThrow(/this user can’t write there \(EACCES\).*--data/);
    } finally {
      if (root) process.seteuid?.(0);
    }
  });

  it.runIf(existsSync("/proc/self"))(
    "says in words that a folder can’t be created, and does not hang",
    async () => {
      await expect(openDatabase("/proc/no/folder")).rejects.toThrow(
        /it can’t be created there \(ENOENT\).*--data/,
      );
    },
  );

  // Cause: the tables were created in whatever database had the name. Law: another program’s file is left as it is.
  it("refuses the database of another program or of a newer version, and leaves it as it is", async () => {
    const file = join(dir, "gatehouse.db");
    const other = new Libsql(file);
    other.exec("create table notes (text)");
    other.close();
    const before = readFileSync(file);
    await expect(openDatabase(dir)).rejects.toThrow(/gatehouse\.db belongs to another program\. .*--data/);
    expect(readFileSync(file)).toEqual(before);

    rmSync(file);
    await (await openDatabase(dir)).close();
    const newer = new Libsql(file);
    newer.exec("insert into kysely_migration values ('9999-later', '2030-01-01')");
    newer.close();
    await expect(openDatabase(dir)).rejects.toThrow(/written by a newer version of Gatehouse/);
  });

  it("has the constraints: unique hashes, hostports and matches, and cascades", async () => {
    const { db, close } = await openDatabase(dir);
    const owner = user();
    await db.insertInto("users").values(owner).execute();
    const key = {
      hash: "h",
      owner_id: owner.id,
      description: "",
      metadata: "",
      created_at: "2026-11-21T00:00:00Z",
    };
    await db
      .insertInto("api_keys")
      .values({ id: newId("apiKey"), ...key })
      .execute();
    await expect(
      db
        .insertInto("api_keys")
        .values({ id: newId("apiKey"), ...key })
        .execute(),
    ).rejects.toThrow(/UNIQUE/);
    await expect(
      db
        .insertInto("api_keys")
        .values({ id: newId("apiKey"), ...key, hash: "other", owner_id: "usr_nobody" })
        .execute(),
    ).rejects.toThrow(/FOREIGN KEY/);
    const edge = { id: newId("httpsEdge"), description: "", metadata: "", hostports: "[]", created_at: "x" };
    await db.insertInto("https_edges").values(edge).execute();
    const route = {
      edge_id: edge.id,
      match_type: "path_prefix",
      match: "/",
      description: "",
      metadata: "",
      created_at: "x",
    };
    await db
      .insertInto("routes")
      .values({ id: newId("route"), ...route })
      .execute();
    await expect(
      db
        .insertInto("routes")
        .values({ id: newId("route"), ...route })
        .execute(),
    ).rejects.toThrow(/UNIQUE/);
    await db.deleteFrom("https_edges").execute();
    expect(await db.selectFrom("routes").selectAll().execute()).toEqual([]);
    await close();
  });

  it("is busy while another connection writes, and commits again after it, alone and in a transaction", async () => {
    const { db, close } = await openDatabase(dir);
    const other = new Libsql(join(dir, "gatehouse.db"));
    const insert = (trx: Db) => trx.insertInto("users").values(user()).execute();
    other.exec("BEGIN IMMEDIATE");
    await expect(insert(db)).rejects.toMatchObject({ code: "SQLITE_BUSY" });
    await expect(db.transaction().execute(insert)).rejects.toMatchObject({ code: "SQLITE_BUSY" });
    other.exec("ROLLBACK");
    const seenByOthers = () => other.prepare("select * from users").all().length;
    await insert(db);
    expect(seenByOthers()).toBe(1);
    await db.transaction().execute(insert);
    expect(seenByOthers()).toBe(2);
    other.close();
    await close();
  });

  it("commits after a refused row", async () => {
    const { db, close } = await openDatabase(dir);
    const row = user();
    await db.insertInto("users").values(row).execute();
    await expect(db.insertInto("users").values(row).execute()).rejects.toThrow(/UNIQUE/);
    await db.insertInto("users").values(user()).returning("id").execute();
    const other = new Libsql(join(dir, "gatehouse.db"));
    expect(other.prepare("select * from users").all()).toHaveLength(2);
    other.close();
    await close();
  });

  it("rolls a failed transaction back whole", async () => {
    const { db, close } = await openDatabase(dir);
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto("users").values(user()).execute();
      throw new Error("stop here");
    });
    await expect(failing).rejects.toThrow("stop here");
    expect(await db.selectFrom("users").selectAll().execute()).toEqual([]);
    await close();
  });
});
