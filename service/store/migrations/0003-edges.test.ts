import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely } from "kysely";
import Libsql from "libsql";
import { expect, it } from "vitest";
import { openDatabase } from "../database.ts";
import type { Schema } from "../schema.ts";
import { LibsqlDialect } from "../sqlite.ts";
import { firstTables } from "./0001-first-tables.ts";

it("keeps the endpoints and modules of a store of the first release", async () => {
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-migration-"));
  const texts = { description: "", metadata: "", created_at: "2026-11-01T00:00:00Z" };
  const file = join(dir, "gatehouse.db");
  const sqlite = new Libsql(file);
  const openReader = () => new Libsql(file);
  const old = new Kysely<Schema>({ dialect: new LibsqlDialect({ writer: sqlite, openReader }) });
  await firstTables.up(old);
  await old.schema
    .createTable("kysely_migration")
    .addColumn("name", "varchar(255)", (c) => c.notNull().primaryKey())
    .addColumn("timestamp", "varchar(255)", (c) => c.notNull())
    .execute();
  sqlite.exec("insert into kysely_migration values ('0001-first-tables', '2026-11-01')");
  await old
    .insertInto("https_edges")
    .values({ id: "edghts_1", hostports: '["a:443"]', ...texts })
    .execute();
  const endpoint = {
    id: "ep_1",
    type: "edge" as const,
    proto: "https",
    hostport: "a:443",
    public_url: "https://a",
    region: "global",
    metadata: "m",
    created_at: texts.created_at,
    updated_at: texts.created_at,
    tunnel_id: null,
    edge_id: "edghts_1",
  };
  await old.insertInto("endpoints").values(endpoint).execute();
  sqlite.exec("insert into modules (owner_id, kind, value) values ('edghtsrt_1', 'compression', '{}')");
  await old.destroy();

  const { db, close } = await openDatabase(dir);
  expect(await db.selectFrom("endpoints").selectAll().execute()).toEqual([endpoint]);
  expect(await db.selectFrom("modules").selectAll().execute()).toEqual([
    { owner_id: "edghtsrt_1", kind: "compression", value: "{}", made: null },
  ]);
  const twice = db
    .insertInto("endpoints")
    .values({ ...endpoint, id: "ep_2" })
    .execute();
  await expect(twice).rejects.toThrow("UNIQUE");
  await close();
  rmSync(dir, { recursive: true });
});
