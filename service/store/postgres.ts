import { Kysely, type PostgresPoolClient, type PostgresQueryResult } from "kysely";
import { Client, type CustomTypesConfig, DatabaseError, Pool, type PoolClient, types as defaults } from "pg";
import type { Logger } from "pino";
import { ConfigError } from "#contract/command-line.ts";
import { databaseFault, DatabaseUnreachableError } from "./faults.ts";
import { StoreDialect } from "./postgres-dialect.ts";
import type { Db, Schema } from "./schema.ts";
import { watchWrites, type WriteHealth } from "./write-health.ts";

/** A store on Postgres, and connections beside its pool. */
export type Postgres = {
  db: Db;
  writes: WriteHealth;
  /** A connection of its own, not yet connected, for LISTEN and leases. `timeoutMs` bounds connecting and each query. */
  client: (timeoutMs: number) => Client;
  /** Runs `work` while no other process does the same. */
  alone: (work: () => Promise<void>) => Promise<void>;
  close: () => Promise<void>;
};

/** Milliseconds. The lock's is SQLite's busy_timeout; what hangs longer than the others is cut off. */
const TIMEOUTS = { connect: 5_000, lock: 2_000, statement: 10_000, idle: 5_000, answer: 12_000 };
const CONNECTIONS_MAX = 20;
/** Any number: who brings the tables up to date holds this lock. */
const MIGRATION_LOCK = 4_180;

/** SQLite's integers are numbers, so are these. */
const types: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === defaults.builtins.INT8 && format !== "binary" ? Number : defaults.getTypeParser(oid, format),
};

/**
 * Opens a Postgres.
 *
 * @throws ConfigError when the URL can't be used or its database doesn't answer or isn't UTF-8; the URL is never repeated.
 */
export async function openPostgres(
  url: string,
  log: Pick<Logger, "error" | "warn" | "info">,
): Promise<Postgres> {
  const pool = createPool(url);
  // A connection that broke while nobody used it is replaced at its next use.
  pool.on("error", (error) => log.warn({ err: error }, "a database connection broke"));
  // One that breaks in use fails its query, and that is enough; without a listener it would end the process.
  pool.on("connect", (connection) => void connection.on("error", () => undefined));
  const client = (timeoutMs: number) =>
    new Client({
      connectionString: url,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
      types,
    });
  try {
    const { rows } = await pool.query<{ server_encoding: string }>("show server_encoding");
    if (rows[0]?.server_encoding !== "UTF8")
      throw new ConfigError(
        "The database of --database-url must use UTF8 encoding. Create one with ENCODING UTF8.",
      );
  } catch (error) {
    await pool.end();
    throw error instanceof ConfigError ? error : cannotOpen(error);
  }
  const { health, onQuery } = watchWrites(log);
  const db: Db = new Kysely<Schema>({
    dialect: new StoreDialect({
      pool: { connect: async () => checked(await connect(pool)), end: () => pool.end() },
    }),
    log: onQuery,
  });
  return { db, writes: health(db), client, alone: (work) => alone(client, work), close: () => db.destroy() };
}

function createPool(url: string): Pool {
  try {
    return new Pool({
      connectionString: url,
      max: CONNECTIONS_MAX,
      connectionTimeoutMillis: TIMEOUTS.connect,
      lock_timeout: TIMEOUTS.lock,
      statement_timeout: TIMEOUTS.statement,
      // A process that stops in the middle of a transaction must not hold up the others.
      idle_in_transaction_session_timeout: TIMEOUTS.idle,
      query_timeout: TIMEOUTS.answer,
      keepAlive: true,
      types,
    });
  } catch (error) {
    throw cannotOpen(error);
  }
}

async function alone(client: Postgres["client"], work: () => Promise<void>): Promise<void> {
  const own = client(60_000);
  own.on("error", () => undefined);
  await own.connect();
  try {
    await own.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await work();
  } finally {
    await own.end();
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new DatabaseUnreachableError("The database can’t be reached.", { cause: error });
  }
}

/**
 * A connection that is thrown away once it failed as a connection, and that never takes a COMMIT for one which Postgres
 * answered with ROLLBACK because a statement before it had failed.
 */
function checked(client: PoolClient): PostgresPoolClient {
  let broken = false;
  async function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const result = await client
      .query({ ...named(sql, parameters), values: [...parameters] })
      .catch((error: unknown) => {
        const refused = error instanceof DatabaseError && databaseFault(error) !== "unreachable";
        if (refused && sql !== "rollback") throw error;
        broken = true;
        throw new DatabaseUnreachableError("The connection to the database broke.", { cause: error });
      });
    if (sql === "commit" && result.command !== "COMMIT") throw new Error("The transaction was rolled back.");
    return result as unknown as PostgresQueryResult<R>;
  }
  // The cursors of Kysely's interface are not used.
  return { query: query as PostgresPoolClient["query"], release: () => client.release(broken) };
}

/** Statements that a connection keeps prepared. Those beyond, as of lists of any length, are prepared each time. */
const STATEMENTS_MAX = 500;
const names = new Map<string, string>();

function named(text: string, { length }: readonly unknown[]): { text: string; name?: string } {
  const name = names.get(text) ?? (names.size < STATEMENTS_MAX ? `s${names.size}` : undefined);
  if (length === 0 || name === undefined) return { text };
  names.set(text, name);
  return { text, name };
}

function cannotOpen(error: unknown): ConfigError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
  return new ConfigError(
    `The database of --database-url can’t be opened (${code}). Start it, or fix the host, database, user or password.`,
    { cause: error },
  );
}
