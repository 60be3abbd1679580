import { randomUUID } from "node:crypto";
import { Client, Pool } from "pg";

/** A database that is nobody else's. */
export type TestDatabase = { name: string; url: string; drop: () => Promise<void> };

/** One kept connection to each server, for a worker's hundreds of databases; it ends with the process or the server. */
const keepers = new Map<string, Pool>();

function keeperOf(server: string): Pool {
  const kept = keepers.get(server);
  if (kept) return kept;
  const pool = new Pool({ connectionString: server, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on("error", () => undefined);
  keepers.set(server, pool);
  return pool;
}

/** Makes a copy of the database `template`, to which nobody may be connected. */
export async function createDatabase(server: string, template: string): Promise<TestDatabase> {
  const name = `gatehouse_${randomUUID().replaceAll("-", "")}`;
  const keeper = keeperOf(server);
  const { rows } = await keeper.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  // From 15 on the default writes each page to the log too, which takes twice the time of copied files.
  const how = (rows[0]?.version ?? 0) < 150_000 ? "" : "strategy file_copy";
  await keeper.query(`create database ${name} template ${template} ${how}`);
  return {
    name,
    url: server.replace(/\/[^/?]*(?=\?|$)/, `/${name}`),
    drop: async () => void (await keeper.query(`drop database ${name} with (force)`)),
  };
}

/** Runs one statement on a connection of its own. */
export async function run(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
