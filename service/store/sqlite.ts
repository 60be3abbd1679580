import type { SqliteDatabase, SqliteStatement } from "kysely";
import type Libsql from "libsql";
import { databaseFault } from "./faults.ts";

const READS = /^\s*(select|pragma|with|explain)\b/i;

/** Statements kept prepared. Those beyond, as of lists of any length, are prepared each time. */
const STATEMENTS_MAX = 500;

/**
 * A libsql database as Kysely takes it, which never lets a prepared statement fail with SQLITE_BUSY: libsql leaves such
 * a statement pending until it is garbage-collected, and while one is pending SQLite commits nothing, neither COMMIT
 * (which fails) nor a single statement (which says it worked). So the lock is only ever taken by `exec`, which leaves
 * nothing behind: a write outside a transaction gets one of its own.
 *
 * A disk that is full or fails ends SQLite's transaction by itself. Nothing after that is written on its own, and the
 * rollback that follows has nothing to do: its error would hide the cause. `committed` is told of every commit.
 */
export function kyselyDatabase(
  sqlite: Libsql.Database,
  committed: () => void = () => undefined,
): SqliteDatabase {
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
      committed();
    },
    rollback: () => {
      begun = false;
      if (sqlite.inTransaction) sqlite.exec("ROLLBACK");
    },
  };
  const locked = <T>(work: () => T): T => {
    if (begun && !sqlite.inTransaction)
      throw new Error("The transaction has ended: an earlier write failed.");
    if (begun) return wholly(sqlite, work);
    const result = alone(sqlite, work);
    committed();
    return result;
  };
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => {
      sqlite.close();
    },
    prepare: (sql) => {
      const run = control[sql];
      if (run !== undefined) return controlStatement(run);
      const known = kept.get(sql);
      if (known) return known;
      const prepared = sqlite.prepare(sql);
      const statement = READS.test(sql) ? prepared : writeStatement(prepared, locked);
      if (kept.size >= STATEMENTS_MAX) return statement;
      const keeping = keptStatement(statement, () => kept.delete(sql));
      kept.set(sql, keeping);
      return keeping;
    },
  };
}

/** One that failed is not used again: what libsql leaves of it goes with it. */
function keptStatement(statement: SqliteStatement, forget: () => void): SqliteStatement {
  const forgotten = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      forget();
      throw error;
    }
  };
  return {
    reader: statement.reader,
    run: (parameters) => forgotten(() => statement.run(parameters)),
    all: (parameters) => forgotten(() => statement.all(parameters)),
    // Two at a time need one each.
    iterate: () => {
      throw new Error("Rows are read all at once.");
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

/** Runs a write of a transaction, which ends with one that the disk refuses: SQLite ends it itself, but not in a trigger. */
function wholly<T>(sqlite: Libsql.Database, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const fault = databaseFault(error);
    if ((fault === "full" || fault === "storage") && sqlite.inTransaction) sqlite.exec("ROLLBACK");
    throw error;
  }
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
