import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { Kysely, Migrator, SqliteAdapter, SqliteDialect } from "kysely";
import Libsql from "libsql";
import { folderFault, lockFolder } from "./folder-lock.ts";
import { firstTables } from "./migrations/0001-first-tables.ts";
import type { Db, Schema } from "./schema.ts";
import { kyselyDatabase } from "./sqlite.ts";

/** Name → migration, applied in the order of the names and never changed once released. */
const MIGRATIONS = { "0001-first-tables": firstTables };

const PRAGMAS = [
  // First: the others may already have to wait for a lock.
  "busy_timeout = 2000",
  "journal_mode = WAL",
  // A commit is on the disk before the answer is sent (design decision 11).
  "synchronous = FULL",
  "foreign_keys = ON",
];

/** SQLite can roll back DDL; Kysely's own adapter says otherwise and would leave half a migration after a crash. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class LibsqlDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

/**
 * Opens (or makes) the database of a data folder and brings it up to date. A new folder gets mode 0700, one that is
 * there keeps its own; it belongs to this process until `close`.
 *
 * @throws DataFolderError when the folder can't be used or another service has it; Error when a migration fails
 * (nothing of it is kept).
 */
export async function openDatabase(dir: string): Promise<{ db: Db; close: () => Promise<void> }> {
  const folder = resolve(dir);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await openFolder(folder);
  } catch (error) {
    throw folderFault(folder, error);
  }
}

async function openFolder(folder: string): Promise<{ db: Db; close: () => Promise<void> }> {
  const lock = lockFolder(folder);
  try {
    const sqlite = new Libsql(join(folder, "gatehouse.db"));
    for (const pragma of PRAGMAS) sqlite.pragma(pragma);
    const db: Db = new Kysely<Schema>({ dialect: new LibsqlDialect({ database: kyselyDatabase(sqlite) }) });
    await migrate(db);
    return {
      db,
      close: async () => {
        // Everything into the one file, so that a stopped service's folder can be copied.
        sqlite.pragma("wal_checkpoint(TRUNCATE)");
        await db.destroy();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error("The database could not be brought up to date.", { cause: error });
}
