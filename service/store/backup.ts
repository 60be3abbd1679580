import { closeSync, createWriteStream, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import Libsql from "libsql";
import { ConfigError } from "#contract/command-line.ts";
import { KEPT, type Where } from "./backup-format.ts";
import { fileFault } from "./folder-fault.ts";
import { MIGRATIONS } from "./migrations/all.ts";
import { openPostgres } from "./postgres.ts";
import { timestamp } from "./time.ts";

/** For a statement of a backup, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** A moment of a database that others go on writing to. */
type Snapshot = { rows: (sql: string) => AsyncIterable<Record<string, unknown>>; close: () => Promise<void> };

/**
 * Writes all of an account as it is at one moment into a new file of mode 0600, while services go on writing. The file is
 * there when it is whole. Answers how many rows it has.
 *
 * @throws ConfigError when the file is there already or can't be written, or the database is not there.
 */
export async function backUp(where: Where, file: string): Promise<number> {
  if (existsSync(file)) throw new ConfigError(`${file} already exists. Choose another file for --backup.`);
  const snapshot = await (where.url === null ? openFolder(where.dir) : openShared(where.url, where));
  const part = `${file}.part`;
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    const [newest] = await all(snapshot.rows("select max(name) as name from kysely_migration"));
    const schema = String(newest?.["name"]);
    if (schema !== Object.keys(MIGRATIONS).at(-1))
      throw new ConfigError("The database is of another version. Start this one on it, then back it up.");
    yield line({ gatehouse_backup: 1, schema, created_at: timestamp() });
    for (const table of KEPT) {
      const sql = `select * from ${table}${table === "endpoints" ? " where tunnel_id is null" : ""}`;
      for await (const row of snapshot.rows(sql)) {
        count += 1;
        yield line({ table, row });
      }
    }
    yield line({ rows: count });
  }
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(part, { mode: 0o600 }));
    const handle = openSync(part, "r");
    fsyncSync(handle);
    closeSync(handle);
    renameSync(part, file);
    return count;
  } catch (error) {
    rmSync(part, { force: true });
    throw fileFault(file, error);
  } finally {
    await snapshot.close();
  }
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

async function openFolder(dir: string): Promise<Snapshot> {
  const file = join(dir, "gatehouse.db");
  if (!existsSync(file)) throw new ConfigError(`${file} is not there. Choose the data folder with --data.`);
  const sqlite = new Libsql(file, { readonly: true });
  sqlite.pragma("busy_timeout = 5000");
  // Deferred: the first read fixes the moment, and writers go on beside it.
  sqlite.exec("BEGIN");
  return {
    rows: async function* (sql) {
      yield* sqlite.prepare(sql).iterate() as Iterable<Record<string, unknown>>;
    },
    close: async () => {
      sqlite.close();
    },
  };
}

async function openShared(url: string, { log }: Where): Promise<Snapshot> {
  const postgres = await openPostgres(url, log);
  const client = postgres.client(TIMEOUT_MS);
  const close = async () => {
    await client.end();
    await postgres.close();
  };
  try {
    await client.connect();
    await client.query("begin isolation level repeatable read read only");
  } catch (error) {
    await close();
    throw error;
  }
  return {
    rows: async function* (sql) {
      await client.query(`declare part no scroll cursor for ${sql}`);
      for (;;) {
        const { rows } = await client.query<Record<string, unknown>>("fetch 500 from part");
        if (rows.length === 0) break;
        yield* rows;
      }
      await client.query("close part");
    },
    close,
  };
}
