import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach } from "vitest";
import type { TestDatabase } from "./postgres-database.ts";
import { createTestDatabase } from "./test-postgres.ts";
import { buildService, launchEdge, launchService, type ServiceProcess } from "./test-process.ts";

/** Flags of a service that needs no edge. */
export const NO_EDGE = ["--edge-http", "off", "--edge-https", "off", "--edge-tcp", "off"];

type More = { flags?: readonly string[]; env?: Readonly<Record<string, string>> };

/** Built services and edges on one Postgres, a new one for each test of the file that calls this; they end with the test. */
export function processesOnPostgres() {
  let folder = "";
  let database: TestDatabase;
  let running: ServiceProcess[] = [];
  beforeAll(buildService);
  beforeEach(async () => {
    const created = await createTestDatabase({ bare: true });
    if (!created) throw new Error("These tests need Postgres.");
    database = created;
    folder = mkdtempSync(join(tmpdir(), "gatehouse-processes-"));
    running = [];
  });
  afterEach(async () => {
    for (const { child, exited } of running) {
      child.kill("SIGKILL");
      await exited;
    }
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const envOf = (env: More["env"] = {}) => ({ env: { GATEHOUSE_DATABASE_URL: database.url, ...env } });
  function kept(started: ServiceProcess): ServiceProcess {
    running.push(started);
    return started;
  }
  return {
    /** A service with a data folder of this name. */
    launch: (name: string, { flags = [], env }: More = {}): ServiceProcess =>
      kept(launchService(["--data", join(folder, name), ...flags], envOf(env))),
    launchEdge: (): ServiceProcess => kept(launchEdge([], envOf())),
    /** The key that the service of this name wrote at its first start. */
    keyOf: (name: string): string => readFileSync(join(folder, name, "admin.key"), "utf8").trim(),
  };
}
