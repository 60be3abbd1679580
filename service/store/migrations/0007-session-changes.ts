import { type Kysely, type Migration, PostgresAdapter, sql } from "kysely";
import { createIndex, createTable } from "./tables.ts";

/** So many changes are remembered; frozen here, as the triggers are. */
const KEPT = 100_000;

const CHANGES = { insert: "new", update: "new", delete: "old" } as const;
const forget = sql.raw(
  `delete from session_changes where version <= (select value from versions where name = 'sessions') - ${KEPT}`,
);

async function onSqlite(db: Kysely<unknown>): Promise<void> {
  for (const [change, row] of Object.entries(CHANGES)) {
    const trigger = sql.ref(`sessions_${change}_version`);
    await sql`drop trigger ${trigger}`.execute(db);
    await sql`create trigger ${trigger} after ${sql.raw(change)} on sessions begin
      update versions set value = value + 1 where name = 'sessions';
      insert into session_changes (id, version)
        select ${sql.raw(row)}.id, value from versions where name = 'sessions'
        on conflict (id) do update set version = excluded.version;
      ${forget};
      end`.execute(db);
  }
}

/** Triggers run in the order of their names: this one after that which raises the version. */
async function onPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function remember_session_changes() returns trigger language plpgsql as $$ begin
    insert into session_changes (id, version)
      select changed.id, versions.value from changed, versions where versions.name = 'sessions'
      on conflict (id) do update set version = excluded.version;
    ${forget};
    return null; end $$`.execute(db);
  for (const [change, rows] of Object.entries(CHANGES))
    await sql`create trigger ${sql.ref(`remember_${change}`)} after ${sql.raw(change)} on sessions
      referencing ${sql.raw(rows)} table as changed
      for each statement execute function remember_session_changes()`.execute(db);
}

/** Which sessions changed since a version of theirs, those that are gone too; none of before is known. */
export const sessionChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await createTable(db, "session_changes", { id: "key", version: "bigint" });
    await createIndex(db, "session_changes_version", "session_changes", ["version"]);
    await sql`update versions set value = value + ${sql.lit(KEPT)} where name = 'sessions'`.execute(db);
    const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await (postgres ? onPostgres(db) : onSqlite(db));
  },
};
