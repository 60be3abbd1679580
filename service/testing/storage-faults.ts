import { sql } from "kysely";
import { inject } from "vitest";
import type { Db } from "../store/schema.ts";

const postgres: string | undefined = inject("postgres");

/** A body that needs more room than the pages which are there already have. */
export const LARGE = { metadata: "x".repeat(4096) };

/**
 * Lets the store grow no more until the answer is called. SQLite's own bound is that of a disk; on Postgres, whose disk is
 * not the test's, every insert is refused with its code for a full one.
 */
export async function fillDisk(
  db: Db,
  tables = ["users", "ip_policies", "api_keys"],
): Promise<() => Promise<unknown>> {
  if (!postgres) {
    await sql`pragma max_page_count = 1`.execute(db);
    return () => sql`pragma max_page_count = 1000000`.execute(db);
  }
  await sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(db);
  for (const table of tables)
    await sql`create trigger full_disk before insert on ${sql.table(table)} for each statement execute function no_room()`.execute(
      db,
    );
  return () => sql`drop function no_room cascade`.execute(db);
}

/** Lets the store be read only, until the answer is called. */
export async function makeReadOnly(db: Db): Promise<() => Promise<unknown>> {
  if (!postgres) {
    await sql`pragma query_only = on`.execute(db);
    return () => sql`pragma query_only = off`.execute(db);
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const set = async (value: string) => {
    const database = sql.id(rows[0]?.name ?? "");
    // What makes it writable again must not be refused itself.
    await db.connection().execute(async (one) => {
      await sql`set default_transaction_read_only = off`.execute(one);
      await sql`alter database ${database} set default_transaction_read_only = ${sql.raw(value)}`.execute(
        one,
      );
    });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    await sql`set default_transaction_read_only = ${sql.raw(value)}`.execute(db);
  };
  await set("on");
  return () => set("off");
}
