import type { SqliteDatabase, SqliteStatement } from "kysely";
import type Libsql from "libsql";

const READS = /^\s*(select|pragma|with|explain)\b/i;

/**
 * A libsql database as Kysely takes it, which never lets a prepared statement fail with SQLITE_BUSY: libsql leaves such
 * a statement pending until it is garbage-collected, and while one is pending SQLite commits nothing, neither COMMIT
 * (which fails) nor a single statement (which says it worked). So the lock is only ever taken by `exec`, which leaves
 * nothing behind: a write outside a transaction gets one of its own.
 *
 * A disk that is full or fails ends SQLite's transaction by itself. Nothing after that is written on its own, and the
 * rollback that follows has nothing to do: its error would hide the cause.
 */
export function kyselyDatabase(sqlite: Libsql.Database): SqliteDatabase {
  let begun = false;
  const control: Readonly<Record<string, () => void>> = {
    // Takes the write lock at once, so that busy_timeout applies and nothing later in the transaction can be busy.
    begin: () => {
      sqlite.exec("BEGIN IMMEDIATE");
      begun = true;
    },
    commit: () => {
      sqlite.exec("COMMIT");
      begun = false;
    },
    rollback: () => {
      begun = false;
      if (sqlite.inTransaction) sqlite.exec("ROLLBACK");
    },
  };
  const locked = <T>(work: () => T): T => {
    if (begun && !sqlite.inTransaction)
      throw new Error("The transaction has ended: an earlier write failed.");
    return sqlite.inTransaction ? work() : alone(sqlite, work);
  };
  return {
    close: () => {
      sqlite.close();
    },
    prepare: (sql) => {
      const run = control[sql];
      if (run !== undefined) return controlStatement(run);
      const statement = sqlite.prepare(sql);
      return READS.test(sql) ? statement : writeStatement(statement, locked);
    },
  };
}

function controlStatement(control: () => void): SqliteStatement {
  return {
    reader: false,
    run: () => {
      control();
      return { changes: 0, lastInsertRowid: 0 };
    },
    all: () => [],
    iterate: () => [].values(),
  };
}

/** Runs a write in a transaction of its own. */
function alone<T>(sqlite: Libsql.Database, work: () => T): T {
  sqlite.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    sqlite.exec("COMMIT");
    return result;
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec("ROLLBACK");
    throw error;
  }
}

function writeStatement(statement: SqliteStatement, locked: <T>(work: () => T) => T): SqliteStatement {
  return {
    reader: statement.reader,
    run: (parameters) => locked(() => statement.run(parameters)),
    all: (parameters) => locked(() => statement.all(parameters)),
    iterate: (parameters) => statement.iterate(parameters),
  };
}
