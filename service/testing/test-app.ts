import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { ErrorBody } from "#contract/error.ts";
import { samlEndpoints } from "#edge/modules/saml/load.ts";
import { adminKeyId, ensureAdmin, renewAdmin } from "../admin.ts";
import { createApp } from "../app.ts";
import { createDeliverer, type Deliverer, type DelivererOptions } from "../delivery/deliverer.ts";
import { createTrafficOutbox } from "../delivery/traffic-outbox.ts";
import { createEdgeAccount } from "../edge-account.ts";
import { createRestarts } from "../gateway/restarts.ts";
import type { Gateway } from "../gateway/types.ts";
import type { Services } from "../http/call.ts";
import { createSignInCodes } from "../sign-in-codes.ts";
import { type HttpServer, listen } from "../http/server.ts";
import { readAccount } from "../store/account.ts";
import type { Db } from "../store/schema.ts";
import { createTraffic, type Traffic } from "#service/traffic/traffic.ts";
import type { TrafficBounds } from "#service/traffic/traffic-flags.ts";
import { testConfig } from "./test-config.ts";
import type { startEdgeTests } from "./edge-tests.ts";
import { openTestDatabase } from "./test-postgres.ts";

type Answer<T> = { status: number; body: T; headers: Headers };
type Sent = { body?: unknown; headers?: Record<string, string>; raw?: string | Uint8Array };

const EDGE = {
  nodeId: "test",
  secret: new Uint8Array(32),
  headersMax: 32_768,
  oauth: { apps: new Map(), places: new Map() },
};

/** The app on a real database in a temporary folder, asked without a port. */
export type TestApp = {
  dir: string;
  db: Db;
  /** Of the Postgres it is on; null on an embedded database. */
  url: string | null;
  /** The admin's token. */
  key: string;
  userId: string;
  /** What the edge gives its events to. */
  traffic: Traffic;
  deliverer: Deliverer;
  /** Lines the service logged. */
  logged: string[];
  /** Sends `GET /api_keys` with key and version; a header of "" is left out. */
  call: <T = ErrorBody>(operation: string, sent?: Sent) => Promise<Answer<T>>;
  /** Sends anything, with nothing added. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Serves the same app on a real socket. `byApp` is told of each request that is not answered quickly. */
  listen: (byApp?: () => void) => Promise<HttpServer>;
  close: () => Promise<void>;
};

const NO_AGENTS: Gateway = {
  command: () => Promise.resolve(null),
  disconnectCredential: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

const ORIGIN = "http://service.test";

/** Sends `GET /api_keys` to wherever `fetch` leads, with key and version; a header of "" is left out. */
export function callOver(fetch: TestApp["fetch"], key: string): TestApp["call"] {
  return async <T>(operation: string, sent: Sent = {}): Promise<Answer<T>> => {
    const [method = "GET", path = "/"] = operation.split(" ");
    const headers = new Headers({ authorization: `Bearer ${key}`, "service-version": "2" });
    const payload = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    if (payload !== undefined) headers.set("content-type", "application/json");
    for (const [name, value] of Object.entries(sent.headers ?? {})) {
      if (value === "") headers.delete(name);
      else headers.set(name, value);
    }
    const answer = await fetch(`/api${path}`, {
      method,
      headers,
      ...(payload === undefined ? {} : { body: Buffer.from(payload) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: (text ? JSON.parse(text) : undefined) as T,
      headers: answer.headers,
    };
  };
}

export async function startTestApp(
  options: Partial<
    Pick<Services, "gateway" | "stopping" | "consoleDir" | "edge" | "edgeTests" | "releases">
  > & {
    rateLimit?: number;
    /** 0 unless given: hundreds of wrong keys come from one address when every operation is tried with them. */
    keyFailures?: number;
    trustForwarded?: boolean;
    trafficKeep?: TrafficBounds;
    /** Another app on a Postgres, whose account it shares. */
    beside?: TestApp;
    /** How its deliverer differs, which sends nothing before it is started. */
    delivery?: Partial<DelivererOptions>;
  } = {},
): Promise<TestApp> {
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-app-"));
  const logged: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void logged.push(line) });
  const { beside } = options;
  const store = await openTestDatabase(dir, log, beside?.url);
  const { db, writes, versions, close } = store;
  const admin = await ensureAdmin(db, dir, beside?.key ?? null, beside !== undefined);
  const config = testConfig({});
  const account = await readAccount(db);
  const deliverer = createDeliverer({
    db,
    versions,
    log,
    nodeId: "test",
    shared: false,
    rights: { filesDir: join(dir, "events"), privateAddresses: true, accountId: account.id },
    ...options.delivery,
  });
  const outbox = createTrafficOutbox({ db, versions, log, wake: deliverer.wake });
  const traffic = createTraffic({
    where: store.postgres ?? dir,
    bounds: options.trafficKeep ?? config.trafficKeep,
    accountId: account.id,
    nodeId: randomUUID(),
    log,
    kept: outbox.take,
  });
  let testing: ReturnType<typeof startEdgeTests> | undefined;
  // Loaded for those who send one: it takes longer than most tests.
  const tests = async () => {
    const { startEdgeTests: start } = await import("./edge-tests.ts");
    return (testing ??= start(db, versions));
  };
  const answering = createApp({
    config: testConfig({
      rateLimit: options.rateLimit ?? 0,
      keyFailures: options.keyFailures ?? 0,
      trustForwarded: options.trustForwarded ?? false,
    }),
    db,
    writes,
    versions,
    log,
    nodeId: "test",
    codes: createSignInCodes(),
    renewAdmin: renewAdmin(db, dir, log),
    adminKeyId: () => adminKeyId(dir),
    traffic,
    trafficUnsent: outbox.lost,
    deliverer,
    edge: options.edge ?? null,
    saml: samlEndpoints({
      account: createEdgeAccount(db, versions, createRestarts(), EDGE),
      httpsPort: null,
      newId: () => "op_test",
    }),
    edgeTests:
      options.edgeTests === undefined
        ? {
            test: async (asked) => (await tests()).test(asked),
            preview: async (...of) => (await tests()).preview(...of),
            liveState: async (id) => (await tests()).liveState(id),
          }
        : options.edgeTests,
    gateway: options.gateway ?? NO_AGENTS,
    releases: options.releases ?? null,
    consoleDir: options.consoleDir ?? join(dir, "console"),
    stopping: options.stopping ?? (() => false),
  });
  const fetch = async (path: string, init?: RequestInit) => answering.app.request(`${ORIGIN}${path}`, init);

  return {
    dir,
    db,
    url: store.url,
    key: admin.token,
    userId: admin.userId,
    traffic,
    deliverer,
    logged,
    call: callOver(fetch, admin.token),
    fetch,
    listen: (byApp) => {
      const { app, quickly } = answering;
      const fetch: typeof app.fetch = (...asked) => {
        byApp?.();
        return app.fetch(...asked);
      };
      return listen({ app: { fetch }, quickly }, testConfig({}), () => undefined, log);
    },
    close: async () => {
      await testing?.close();
      await traffic.close();
      await deliverer.close();
      await close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
