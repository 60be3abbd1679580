import type { SqliteDatabase, SqliteStatement } from "kysely";
import type Libsql from "libsql";

const CONTROL: Readonly<Record<string, string>> = {
  // Takes the write lock at once, so that busy_timeout applies and nothing later in the transaction can be busy.
  begin: "BEGIN IMMEDIATE",
  commit: "COMMIT",
  rollback: "ROLLBACK",
};

const READS = /^\s*(select|pragma|with|explain)\b/i;

/**
 * A libsql database as Kysely takes it, which never lets a prepared statement fail with SQLITE_BUSY: libsql leaves such
 * a statement pending until it is garbage-collected, and while one is pending SQLite commits nothing, neither COMMIT
 * (which fails) nor a single statement (which says it worked). So the lock is only ever taken by `exec`, which leaves
 * nothing behind: a write outside a transaction gets one of its own.
 */
export function kyselyDatabase(sqlite: Libsql.Database): SqliteDatabase {
  return {
    close: () => {
      sqlite.close();
    },
    prepare: (sql) => {
      const control = CONTROL[sql];
      if (control !== undefined) return controlStatement(sqlite, control);
      const statement = sqlite.prepare(sql);
      return READS.test(sql) ? statement : writeStatement(sqlite, statement);
    },
  };
}

function controlStatement(sqlite: Libsql.Database, sql: string): SqliteStatement {
  return {
    reader: false,
    run: () => {
      sqlite.exec(sql);
      return { changes: 0, lastInsertRowid: 0 };
    },
    all: () => [],
    iterate: () => [].values(),
  };
}

function writeStatement(sqlite: Libsql.Database, statement: SqliteStatement): SqliteStatement {
  const locked = <T>(work: () => T): T => {
    if (sqlite.inTransaction) return work();
    sqlite.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      sqlite.exec("COMMIT");
      return result;
    } catch (error) {
      if (sqlite.inTransaction) sqlite.exec("ROLLBACK");
      throw error;
    }
  };
  return {
    reader: statement.reader,
    run: (parameters) => locked(() => statement.run(parameters)),
    all: (parameters) => locked(() => statement.all(parameters)),
    iterate: (parameters) => statement.iterate(parameters),
  };
}
