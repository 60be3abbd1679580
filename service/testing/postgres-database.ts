import { randomUUID } from "node:crypto";
import { Client } from "pg";

/** A database that is nobody else's. */
export type TestDatabase = { name: string; url: string; drop: () => Promise<void> };

/** Makes a copy of the database `template`, to which nobody may be connected. */
export async function createDatabase(server: string, template: string): Promise<TestDatabase> {
  const name = `gatehouse_${randomUUID().replaceAll("-", "")}`;
  await run(server, `create database ${name} template ${template}`);
  return {
    name,
    url: server.replace(/\/[^/?]*(?=\?|$)/, `/${name}`),
    drop: () => run(server, `drop database ${name} with (force)`),
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
