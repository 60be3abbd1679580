import { type Kysely, type Migration, PostgresAdapter, sql } from "kysely";
import { createTable, texts } from "./tables.ts";

/** What happens to rows, and what Postgres calls those that it happened to. */
const CHANGES = { insert: "new", update: "new", delete: "old" } as const;

async function countChanges(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await sql`insert into versions (name, value) values ('captures', 0)`.execute(db);
  if (postgres)
    await sql`create trigger write_in_turn before insert or update or delete on captures
      for each statement execute function write_in_turn()`.execute(db);
  for (const [change, rows] of Object.entries(CHANGES))
    await (
      postgres
        ? sql`create trigger ${sql.ref(`raise_version_${change}`)} after ${sql.raw(change)} on captures
            referencing ${sql.raw(rows)} table as changed for each statement execute function raise_version()`
        : sql`create trigger ${sql.ref(`captures_${change}_version`)} after ${sql.raw(change)} on captures
            begin update versions set value = value + 1 where name = 'captures'; end`
    ).execute(db);
}

/** Endpoints and routes whose bodies are kept with their traffic for a while. */
export const captures: Migration = {
  async up(db: Kysely<unknown>) {
    await createTable(db, "captures", { id: "key", ...texts("target_id", "created_at", "expires_at") });
    await countChanges(db);
  },
};
