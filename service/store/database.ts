import { join, resolve } from "node:path";
import { Kysely, Migrator } from "kysely";
import type Libsql from "libsql";
import type { Logger } from "pino";
import { ConfigError } from "#contract/command-line.ts";
import { folderFault, makeFolder, openFile, unusable } from "./folder-fault.ts";
import { lockFolder } from "./folder-lock.ts";
import { MIGRATIONS } from "./migrations/all.ts";
import { openPostgres, type Postgres } from "./postgres.ts";
import type { Db, Schema } from "./schema.ts";
import { LibsqlDialect } from "./sqlite.ts";
import { embeddedVersions, renewVersions, sharedVersions, type Versions } from "./versions.ts";
import { watchWrites, type WriteHealth } from "./write-health.ts";

const PRAGMAS = [
  // First: the others may already have to wait for a lock.
  "busy_timeout = 2000",
  "journal_mode = WAL",
  // A commit is on the disk before the answer is sent (decisions/store/commits.md).
  "synchronous = FULL",
  "foreign_keys = ON",
];

/** An open store. `postgres` is null for the embedded one. */
export type Database = {
  db: Db;
  writes: WriteHealth;
  versions: Versions;
  postgres: Postgres | null;
  close: () => Promise<void>;
};

type Log = Pick<Logger, "error" | "warn" | "info">;
type DatabaseOptions = {
  url: string | null;
  log: Log;
  /** The last migration to apply; all of them unless given. */
  schema?: string;
};

/**
 * Opens (or makes) the store and brings it up to date: the file of the data folder, or the Postgres of `url`. A new folder
 * gets mode 0700, one that is there keeps its own; it belongs to this process until `close`.
 *
 * @throws DataFolderError when the folder can't be used or another service has it; ConfigError when Postgres can't be
 * opened, or a newer version wrote the database; Error when a migration fails (nothing of it is kept).
 */
export async function openDatabase(dir: string, options?: DatabaseOptions): Promise<Database> {
  const folder = resolve(dir);
  try {
    makeFolder(folder);
    return await openFolder(folder, options);
  } catch (error) {
    throw folderFault(folder, error);
  }
}

async function openFolder(folder: string, options: DatabaseOptions | undefined): Promise<Database> {
  const lock = lockFolder(folder);
  try {
    const store = options?.url
      ? await openShared(options.url, options.log, options.schema)
      : await openEmbedded(folder, options?.log, options?.schema);
    return {
      ...store,
      close: async () => {
        await store.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openEmbedded(folder: string, log?: Log, schema?: string): Promise<Database> {
  const file = join(folder, "gatehouse.db");
  const sqlite = openFile(file);
  refuseForeign(sqlite, folder);
  const prepared = (connection: Libsql.Database, ...more: string[]): Libsql.Database => {
    for (const pragma of [...PRAGMAS, ...more]) connection.pragma(pragma);
    return connection;
  };
  const { health, onQuery } = watchWrites(log);
  let commits = 0;
  const db: Db = new Kysely<Schema>({
    dialect: new LibsqlDialect({
      writer: prepared(sqlite),
      openReader: () => prepared(openFile(file), "query_only = on"),
      committed: () => (commits += 1),
    }),
    log: onQuery,
  });
  await migrate(db, schema);
  return {
    db,
    writes: health(db),
    versions: embeddedVersions(db, () => commits),
    postgres: null,
    close: async () => {
      try {
        // Everything into the one file, so that a stopped service's folder can be copied.
        sqlite.pragma("wal_checkpoint(TRUNCATE)");
      } catch (error) {
        log?.warn({ err: error }, "gatehouse.db-wal still holds changes: keep it beside gatehouse.db");
      }
      await db.destroy();
    },
  };
}

/** Before anything is written to it. */
function refuseForeign(sqlite: Libsql.Database, folder: string): void {
  const tables = sqlite.prepare("select name from sqlite_schema where type = 'table'").all() as {
    name: string;
  }[];
  if (tables.length === 0 || tables.some(({ name }) => name === "kysely_migration")) return;
  throw unusable(folder, "its gatehouse.db belongs to another program");
}

/**
 * Opens the Postgres of `url` alone, as `openDatabase` does beside a data folder.
 *
 * @throws ConfigError when it can't be opened, or a newer version wrote it.
 */
export async function openShared(
  url: string,
  log: Log,
  schema?: string,
): Promise<Database & { postgres: Postgres }> {
  const postgres = await openPostgres(url, log);
  try {
    await postgres.alone(() => migrate(postgres.db, schema));
  } catch (error) {
    await postgres.close();
    throw error;
  }
  const { db, writes, close } = postgres;
  return { db, writes, versions: sharedVersions(db), postgres, close };
}

async function migrate(db: Db, schema?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
  const { error } = await (schema ? migrator.migrateTo(schema) : migrator.migrateToLatest());
  if (error === undefined) return schema ? undefined : renewVersions(db);
  // Kysely’s words for a database that knows more migrations than this program.
  if (error instanceof Error && error.message.includes("is missing"))
    throw new ConfigError("The database was written by a newer version of Gatehouse. Start that version.", {
      cause: error,
    });
  throw new Error("The database couldn’t be upgraded.", { cause: error });
}
