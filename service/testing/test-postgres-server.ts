import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { findPostgres } from "../../scripts/postgres.mjs";
import { openDatabase } from "../store/database.ts";
import { createDatabase, run, type TestDatabase } from "./postgres-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of a Postgres whose user may create databases; undefined in projects that test the embedded one. */
    postgres: string;
    /** Name of a database there with the tables of today and nothing in them, to be copied. */
    postgresTemplate: string;
  }
}

/**
 * Vitest's set-up of the Postgres half: GATEHOUSE_TEST_DATABASE, else a server of its own on a Unix socket in a temporary
 * folder, as a user that is not root. Its answer ends the server.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["GATEHOUSE_TEST_DATABASE"];
  const server = given ? { url: given, stop: () => Promise.resolve() } : await startPostgres();
  const template = await migratedDatabase(server.url);
  project.provide("postgres", server.url);
  project.provide("postgresTemplate", template.name);
  return async () => {
    await template.drop();
    await server.stop();
  };
}

/** Every test app gets a copy: a tenth of the time that the migrations take. */
async function migratedDatabase(server: string): Promise<TestDatabase> {
  const database = await createDatabase(server, "template1");
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-pg-template-"));
  const { close } = await openDatabase(folder, { url: database.url, log: pino({ level: "silent" }) });
  await close();
  rmSync(folder, { recursive: true, force: true });
  return database;
}

type PostgresServer = { url: string; stop: () => Promise<void> };

/** Starts a new, empty server. Its text sorts like English, not by bytes, as a user's own might. */
async function startPostgres(): Promise<PostgresServer> {
  const bin = findPostgres();
  if (!bin) throw new Error("No Postgres was found; scripts/postgres.mjs says where it looks.");
  // Short: a socket's path may have 107 bytes.
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-pg-"));
  const user = process.getuid?.() === 0 ? someUser() : null;
  if (user) chownSync(dir, user.uid, user.gid);
  chmodSync(dir, 0o700);
  const data = join(dir, "data");
  const options = {
    ...user,
    cwd: dir,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], LC_ALL: "C" },
  } as const;
  const common = ["-D", data, "-U", "gatehouse", "-A", "trust", "-E", "UTF8", "--no-sync"];
  const icu = [...common, "--locale-provider=icu", "--icu-locale=en-US"];
  // Versions before 15 know no provider.
  if (spawnSync(join(bin, "initdb"), icu, options).status !== 0) {
    rmSync(data, { recursive: true, force: true });
    const { status, stderr } = spawnSync(join(bin, "initdb"), common, options);
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
  }
  const settings = [
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "autovacuum=off",
    "checkpoint_timeout=1h",
    "max_wal_size=4GB",
    "listen_addresses=",
    "max_connections=300",
  ];
  const flags = ["-D", data, "-k", dir, ...settings.flatMap((setting) => ["-c", setting])];
  const child = spawn(join(bin, "postgres"), flags, { ...options, stdio: "ignore" });
  const exit = once(child, "exit");
  const url = `postgres://gatehouse@/postgres?host=${dir}`;
  await answering(url);
  return {
    url,
    stop: async () => {
      child.kill("SIGINT");
      await exit;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Postgres refuses to run as root. */
function someUser(): { uid: number; gid: number } {
  for (const name of ["postgres", "nobody"]) {
    const id = (flag: string) =>
      Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout.trim() || Number.NaN);
    const [uid, gid] = [id("-u"), id("-g")];
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error("Postgres needs a user that is not root; this machine has neither postgres nor nobody.");
}

async function answering(connectionString: string): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      return await run(connectionString, "select 1");
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(50);
    }
  }
}
