import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely } from "kysely";
import Libsql from "libsql";
import { expect, it } from "vitest";
import { readAccount } from "../account.ts";
import { openDatabase } from "../database.ts";
import { newId } from "../ids.ts";
import type { Schema } from "../schema.ts";
import { LibsqlDialect } from "../sqlite.ts";
import { firstTables } from "./0001-first-tables.ts";

it("numbers the events of a folder of the first release in their order", async () => {
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-old-"));
  const openReader = () => new Libsql(join(dir, "gatehouse.db"));
  const old = new Kysely<Schema>({ dialect: new LibsqlDialect({ writer: openReader(), openReader }) });
  await firstTables.up(old);
  // As Kysely remembers what it has done.
  await old.schema
    .createTable("kysely_migration")
    .addColumn("name", "text")
    .addColumn("timestamp", "text")
    .execute();
  const done = old as unknown as Kysely<{ kysely_migration: { name: string; timestamp: string } }>;
  await done.insertInto("kysely_migration").values({ name: "0001-first-tables", timestamp: "x" }).execute();
  const ids = Array.from({ length: 5 }, () => newId("event"));
  const row = {
    type: "api_key_created.v0",
    timestamp: "x",
    principal: '{"id":"usr_1"}',
    object: "{}",
    object_id: "ak_1",
  };
  const events = old as unknown as Kysely<{ events: typeof row & { id: string } }>;
  for (const id of ids.toReversed())
    await events
      .insertInto("events")
      .values({ id, ...row })
      .execute();
  await old.destroy();

  const { db, close } = await openDatabase(dir);
  const numbered = await db
    .selectFrom("events")
    .select(["id", "seq", "principal_id"])
    .orderBy("seq")
    .execute();
  expect(numbered).toEqual(ids.map((id, n) => ({ id, seq: n + 1, principal_id: "usr_1" })));
  expect(await readAccount(db)).toEqual({ id: expect.stringMatching(/^ac_/), event_seq: 5 });
  await close();
  rmSync(dir, { recursive: true, force: true });
});
