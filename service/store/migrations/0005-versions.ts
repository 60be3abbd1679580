import { type Kysely, type Migration, PostgresAdapter, sql } from "kysely";
import { createTable } from "./tables.ts";

/** Every table that an answer shows something of. */
const SHOWN = [
  "account",
  "api_keys",
  "backends",
  "certificate_authorities",
  "credentials",
  "endpoints",
  "events",
  "https_edges",
  "ip_policies",
  "ip_policy_rules",
  "module_refs",
  "modules",
  "routes",
  "sessions",
  "signing_keys",
  "tcp_edges",
  "tls_edges",
  "tunnels",
  "users",
];

/** The lock of every transaction of the store on Postgres (postgres-dialect.ts). */
const WRITE_LOCK = "7449355549118747493";

/** What happens to rows, and what Postgres calls those that it happened to. */
const CHANGES = { insert: "new", update: "new", delete: "old" } as const;

async function onSqlite(db: Kysely<unknown>, table: string): Promise<void> {
  for (const change of Object.keys(CHANGES))
    await sql`create trigger ${sql.ref(`${table}_${change}_version`)} after ${sql.raw(change)} on ${sql.table(table)}
      begin update versions set value = value + 1 where name = ${sql.lit(table)}; end`.execute(db);
}

/**
 * The lock comes before any row's: a statement outside a transaction would else hold rows while it waits for the version,
 * which a transaction that waits for those rows has.
 */
async function postgresFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`create function write_in_turn() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(${sql.raw(WRITE_LOCK)}); return null; end $$`.execute(db);
  await sql`create function raise_version() returns trigger language plpgsql as $$ begin
    if exists (select from changed) then
      update versions set value = value + 1 where name = tg_table_name;
    end if; return null; end $$`.execute(db);
}

async function onPostgres(db: Kysely<unknown>, table: string): Promise<void> {
  const on = sql.table(table);
  await sql`create trigger write_in_turn before insert or update or delete on ${on}
    for each statement execute function write_in_turn()`.execute(db);
  for (const [change, rows] of Object.entries(CHANGES))
    await sql`create trigger ${sql.ref(`raise_version_${change}`)} after ${sql.raw(change)} on ${on}
      referencing ${sql.raw(rows)} table as changed
      for each statement execute function raise_version()`.execute(db);
}

/**
 * A number for each table that is raised in the transaction of each change, whoever makes it: also by cascades, and by SQL
 * that is not the service's. (docs/decisions/api/versions.md)
 */
export const versions: Migration = {
  async up(db: Kysely<unknown>) {
    await createTable(db, "versions", { name: "key", value: "bigint" });
    const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
    if (postgres) await postgresFunctions(db);
    for (const table of SHOWN) {
      await sql`insert into versions (name, value) values (${table}, 0)`.execute(db);
      await (postgres ? onPostgres(db, table) : onSqlite(db, table));
    }
  },
};
