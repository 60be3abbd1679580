import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase } from "../../testing/test-postgres.ts";
import { openDatabase } from "../database.ts";
import type { Db } from "../schema.ts";
import { MIGRATIONS } from "./all.ts";

const NAMES = Object.keys(MIGRATIONS) as (keyof typeof MIGRATIONS)[];
const at = "2026-11-01T00:00:00Z";
const common = { description: "d", metadata: "m", created_at: at };
const event = { id: "ev_1", type: "t", timestamp: at, principal: '{"id":"ak_1"}', object: "{}" };

/** A row of every table but the live ones, by the release that it is of; one of today is in today's columns. */
const ROWS: readonly (readonly [
  since: keyof typeof MIGRATIONS,
  table: string,
  row: object,
  later?: object,
])[] = [
  ["0001-first-tables", "users", { id: "usr_1", name: "admin", admin: 1, created_at: at }],
  ["0001-first-tables", "api_keys", { id: "ak_1", hash: "h", owner_id: "usr_1", ...common }],
  ["0001-first-tables", "credentials", { id: "cr_1", hash: "h", owner_id: "usr_1", acl: "[]", ...common }],
  ["0001-first-tables", "https_edges", { id: "edghts_1", hostports: '["a:443"]', ...common }],
  [
    "0001-first-tables",
    "routes",
    { id: "edghtsrt_1", edge_id: "edghts_1", match_type: "exact_path", match: "/", ...common },
  ],
  ["0001-first-tables", "modules", { owner_id: "edghtsrt_1", kind: "compression", value: "{}" }],
  [
    "0001-first-tables",
    "endpoints",
    {
      id: "ep_1",
      type: "edge",
      proto: "https",
      public_url: "https://a",
      region: "global",
      metadata: "m",
      created_at: at,
      updated_at: at,
      hostport: "a:443",
      tunnel_id: null,
      edge_id: "edghts_1",
    },
  ],
  ["0001-first-tables", "events", { ...event, object_id: "o" }, { seq: 1, principal_id: "ak_1" }],
  ["0002-management", "ip_policies", { id: "ipp_1", ...common }],
  [
    "0002-management",
    "ip_policy_rules",
    { id: "ipr_1", ip_policy_id: "ipp_1", cidr: "192.0.2.0/24", action: "allow", ...common },
  ],
  [
    "0002-management",
    "certificate_authorities",
    {
      id: "ca_1",
      ca_pem: "p",
      subject_common_name: "n",
      not_before: at,
      not_after: at,
      key_usages: "[]",
      extended_key_usages: "[]",
      ...common,
    },
  ],
  ["0003-edges", "tls_edges", { id: "edgtls_1", hostports: "[]", ...common }],
  ["0003-edges", "tcp_edges", { id: "edgtcp_1", hostports: "[]", ...common }],
  ["0003-edges", "backends", { id: "bkdtg_1", labels: "{}", ...common }],
  ["0003-edges", "module_refs", { owner_id: "edghtsrt_1", kind: "backend", ref_id: "bkdtg_1" }],
  [
    "0003-edges",
    "signing_keys",
    { purpose: "saml", private_key_pem: "k", certificate_pem: "c", created_at: at },
  ],
  ["0016-key-uses", "api_key_uses", { api_key_id: "ak_1", used_at: at }],
];

const log = pino({ level: "silent" });
let dir: string;
let own: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-released-"));
  own = await createTestDatabase({ bare: true });
});
afterEach(async () => {
  await own?.drop();
  rmSync(dir, { recursive: true });
});
const open = (schema?: string) =>
  openDatabase(dir, { url: own?.url ?? null, log, ...(schema !== undefined && { schema }) });

const rowsOf = (db: Db, table: string) =>
  db
    .selectFrom(table as "users")
    .selectAll()
    .execute();

it.each(NAMES)("a store of %s is brought up to date and loses nothing", async (name) => {
  const there = ROWS.filter(([since]) => since <= name);
  const old = await open(name);
  for (const [, table, row, later] of there) {
    const added = name === NAMES[0] ? {} : later;
    await old.db
      .insertInto(table as "users")
      .values({ ...row, ...added } as never)
      .execute();
  }
  await old.close();
  const { db, close } = await open();
  for (const [, table, row, later] of there)
    expect([table, ...(await rowsOf(db, table))]).toMatchObject([table, { ...row, ...later }]);
  await close();
  await (await open()).close();
});

const SQLITE = sql<{ line: string }>`select sql as line from sqlite_schema
  where sql is not null and name not like 'kysely%' order by name`;
const POSTGRES = sql<{ line: string }>`select table_name || '.' || column_name || ' ' || data_type ||
  case is_nullable when 'YES' then '' else ' not null' end as line from information_schema.columns
  where table_schema = 'public' and table_name not like 'kysely%' order by line`;

it("what an update changed moves out of its payload, and the key it was done with is found", async () => {
  const old = await open("0011-rollouts");
  const principal = JSON.stringify({ id: "usr_1", credential: { id: "ak_1", uri: "u" } });
  const row = { ...event, principal, principal_id: "usr_1", object_id: "o" };
  const objects = [{ id: "o", before: { description: "was" } }, { id: "o", before: null }, { id: "o" }];
  for (const [n, object] of objects.entries())
    await old.db
      .insertInto("events")
      .values({ ...row, id: `ev_${n}`, seq: n + 1, object: JSON.stringify(object) } as never)
      .execute();
  await old.close();
  const { db, close } = await open();
  const rows = await db.selectFrom("events").select(["before", "object", "key_id"]).orderBy("seq").execute();
  expect(rows.map(({ before, object, key_id }) => [before, JSON.parse(object), key_id])).toEqual([
    ['{"description":"was"}', { id: "o" }, "ak_1"],
    [null, { id: "o" }, "ak_1"],
    [null, { id: "o" }, "ak_1"],
  ]);
  await close();
});

it.each(NAMES)("the tables of %s are as they were released", async (name) => {
  const { db, postgres, close } = await open(name);
  const { rows } = await (postgres ? POSTGRES : SQLITE).execute(db);
  await close();
  const text = `${rows.map(({ line }) => line).join("\n")}\n`;
  await expect(text).toMatchFileSnapshot(`released/${name}${postgres ? ".postgres.txt" : ".sql"}`);
});
