import { pino } from "pino";
import { inject } from "vitest";
import { type Database, openDatabase } from "../store/database.ts";
import { createDatabase, run, type TestDatabase } from "./postgres-database.ts";

/**
 * In the Postgres half of the suite a database of its own, a copy of the empty one that the set-up brought up to date;
 * `bare` without tables. Null in the other half, which uses the embedded one.
 */
export async function createTestDatabase({ bare = false } = {}): Promise<TestDatabase | null> {
  const server: string | undefined = inject("postgres");
  if (server === undefined) return null;
  return createDatabase(server, bare ? "template1" : inject("postgresTemplate"));
}

/** {@link openDatabase}, on a database of its own in the Postgres half, which `close` drops, or on that of `url`. */
export async function openTestDatabase(
  dir: string,
  log = pino({ level: "silent" }),
  url: string | null = null,
): Promise<Database & { url: string | null }> {
  const own = url === null ? await createTestDatabase() : null;
  const at = url ?? own?.url ?? null;
  const database = await openDatabase(dir, { url: at, log });
  return {
    ...database,
    url: at,
    close: async () => {
      await database.close();
      await own?.drop();
    },
  };
}

/** Breaks every connection to a database, as a restart of Postgres does. */
export async function killConnections(url: string): Promise<void> {
  await run(
    url,
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
}

/** Takes a database away, with every connection to it, and gives it back. */
export async function allowConnections(url: string, allow: boolean): Promise<void> {
  const name = /\/(gatehouse_[0-9a-f]+)(?=\?|$)/.exec(url)?.[1];
  const server: string | undefined = inject("postgres");
  await run(server, `alter database ${name} allow_connections ${allow}`);
  if (!allow)
    await run(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
}
