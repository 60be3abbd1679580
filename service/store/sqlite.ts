import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";
import type Libsql from "libsql";
import { Commits, type Turn } from "./commits.ts";
import { keptRows } from "./kept-rows.ts";

/** Statements kept prepared. Those beyond, as of lists of any length, are prepared each time. */
const STATEMENTS_MAX = 500;

/** SQLite can roll back DDL; Kysely's own adapter says otherwise and would leave half a migration after a crash. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export type SqliteOptions = {
  /** The connection that writes. */
  writer: Libsql.Database;
  /** Opens one that reads, which sees what is committed only. */
  openReader: () => Libsql.Database;
  /** Told of every commit, before its writers are. */
  committed?: () => void;
};

/**
 * A libsql database as Kysely takes it: one connection for all that is written, and one for what is read outside of
 * transactions, which neither waits for a writer nor sees what is not on the disk yet.
 *
 * It never lets a prepared statement fail with SQLITE_BUSY: libsql leaves such a statement pending until it is
 * garbage-collected, and while one is pending SQLite commits nothing, neither COMMIT (which fails) nor a single statement
 * (which says it worked). So the lock is only ever taken by `exec`: a write outside a transaction gets one of its own.
 */
export class LibsqlDialect extends SqliteDialect {
  private readonly options: SqliteOptions;

  constructor(options: SqliteOptions) {
    super({ database: () => Promise.reject(new Error("The driver has its own.")) });
    this.options = options;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }

  override createDriver(): Driver {
    return new LibsqlDriver(this.options);
  }
}

class LibsqlDriver implements Driver {
  private readonly writer: Statements;
  private reader: Statements | null = null;
  private readonly commits: Commits;
  private readonly options: SqliteOptions;
  private readonly free: LibsqlConnection[] = [];

  constructor(options: SqliteOptions) {
    this.options = options;
    this.writer = new Statements(options.writer);
    this.commits = new Commits(options.writer, options.committed ?? (() => undefined));
  }

  async init(): Promise<void> {
    // Opened with the first read.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.free.pop() ?? new LibsqlConnection(this.writer, this.commits, (query) => this.read(query));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.free.push(connection as LibsqlConnection);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async destroy(): Promise<void> {
    this.reader?.database.close();
    await this.commits.alone(() => this.writer.database.close());
  }

  private read<R>(query: CompiledQuery): QueryResult<R> {
    const reader = (this.reader ??= new Statements(this.options.openReader()));
    try {
      return reader.execute(query);
    } catch (error) {
      // What libsql leaves of a statement that failed would hold the moment that later ones see.
      this.reader = null;
      reader.database.close();
      throw error;
    }
  }
}

/** One connection of Kysely's: at most one transaction at a time. */
class LibsqlConnection implements DatabaseConnection {
  private turn: Turn | null = null;
  private readonly writer: Statements;
  private readonly commits: Commits;
  private readonly read: <R>(query: CompiledQuery) => QueryResult<R>;

  constructor(writer: Statements, commits: Commits, read: <R>(query: CompiledQuery) => QueryResult<R>) {
    this.writer = writer;
    this.commits = commits;
    this.read = read;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { turn } = this;
    if (query.sql === "begin") {
      this.turn = await this.commits.begin();
      return NOTHING;
    }
    if (query.sql === "commit" || query.sql === "rollback") {
      this.turn = null;
      await turn?.[query.sql]();
      return NOTHING;
    }
    if (turn) return turn.run(() => this.writer.execute(query));
    if (/^\s*(select|with|explain)\b/i.test(query.sql)) return this.read(query);
    if (/^\s*pragma\b/i.test(query.sql)) return this.commits.alone(() => this.writer.execute(query));
    return this.write(query);
  }

  /** A write outside of a transaction. */
  private async write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const turn = await this.commits.begin();
    let result: QueryResult<R>;
    try {
      result = turn.run(() => this.writer.execute(query));
    } catch (error) {
      await turn.rollback();
      throw error;
    }
    await turn.commit();
    return result;
  }

  streamQuery(): never {
    throw new Error("Rows are read all at once.");
  }
}

const NOTHING: QueryResult<never> = { rows: [] };

/**
 * Runs a statement with its parameters. A page of a list comes as one text of JSON: to hand over each value of each row costs
 * libsql more than to read it.
 */
type Run = (parameters: readonly unknown[]) => QueryResult<unknown>;

/** The statements of a connection, kept prepared. */
class Statements {
  readonly database: Libsql.Database;
  private readonly kept = new Map<string, Run>();

  constructor(database: Libsql.Database) {
    this.database = database;
  }

  execute<R>({ sql, parameters, query }: CompiledQuery): QueryResult<R> {
    let run = this.kept.get(sql);
    if (!run) {
      run = this.prepare(sql, query);
      if (this.kept.size < STATEMENTS_MAX) this.kept.set(sql, run);
    }
    try {
      return run(parameters) as QueryResult<R>;
    } catch (error) {
      // One that failed is not used again: what libsql leaves of it goes with it.
      this.kept.delete(sql);
      throw error;
    }
  }

  private prepare(sql: string, query: CompiledQuery["query"]): Run {
    const statement = this.database.prepare(sql);
    if (!statement.reader)
      return (parameters) => {
        const { changes, lastInsertRowid } = statement.run(parameters);
        return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
      };
    const names = statement.columns().map(({ name }) => name);
    const isList = query.kind === "SelectQueryNode" && query.limit !== undefined;
    if (!isList || new Set(names).size < names.length)
      return (parameters) => ({ rows: statement.all(parameters) });
    const values = names.map((name) => `"${name}"`).join();
    // JSON has no line break of its own.
    const list = this.database
      .prepare(`select group_concat(json_array(${values}), char(10)) from (${sql})`)
      .raw();
    const rowsOf = keptRows(names);
    return (parameters) => {
      const [text] = list.get(parameters) as [string | null];
      return { rows: text === null ? [] : rowsOf(text) };
    };
  }
}
