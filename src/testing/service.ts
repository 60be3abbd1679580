import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { startService } from "#service/context.ts";
import type { Db } from "#service/store/schema.ts";
import { testConfig } from "#service/testing/test-config.ts";
import { createTestDatabase } from "#service/testing/test-postgres.ts";

/** The real service in this process, over a data folder of its own. */
export type TestService = {
  /** `http://127.0.0.1:41234` */
  origin: string;
  /** The admin's API key. */
  key: string;
  /** A new sign-in link. */
  link: () => string;
  /** The data folder; gone after `close`. */
  dir: string;
  db: Db;
  close: () => Promise<void>;
};

/** `databaseUrl` and `apiKey` join an account that another one made. */
export type TestServiceOptions = {
  demo?: number;
  rateLimit?: number;
  consoleDir?: string;
  databaseUrl?: string;
  apiKey?: string;
  lease?: number;
  /** A folder of agent releases. */
  releases?: string;
  /** Port of its edge for HTTP; none unless given. */
  edgeHttp?: number;
};

/** Starts the service on a free port and waits for its demo agents. `demo` = number of demo agents, none unless given. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const dir = await mkdtemp(join(tmpdir(), "gatehouse-test-"));
  const database = options.databaseUrl === undefined ? await createTestDatabase() : null;
  const service = await startService({
    config: testConfig({
      data: dir,
      databaseUrl: options.databaseUrl ?? database?.url ?? null,
      lease: options.lease ?? 15,
      demo: options.demo ?? 0,
      apiKey: options.apiKey ?? null,
      rateLimit: options.rateLimit ?? 0,
      releases: options.releases ?? null,
      // Addresses are then as they are at 443.
      edgeHttp: options.edgeHttp ?? "off",
      edgeHttps: "off",
      edgeTcp: "off",
    }),
    log: pino({ level: "silent" }),
    consoleDir: options.consoleDir ?? join(dir, "no-console"),
  });
  await service.demoReady;
  return {
    origin: service.origin,
    key: service.admin.token,
    link: service.link,
    dir,
    db: service.db,
    close: async () => {
      await service.dispose();
      await database?.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
