import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  request,
  type RequestListener,
  type RequestOptions,
} from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import Libsql from "libsql";
import { pino } from "pino";
import { sql } from "kysely";
import { inject } from "vitest";
import type { ErrorName } from "#contract/error.ts";
import { callOver } from "../test-app.ts";
import { fillDisk, LARGE, makeReadOnly } from "../storage-faults.ts";
import { allowConnections } from "../test-postgres.ts";
import { testConfig } from "../test-config.ts";
import { startUpstream } from "../../upstream/start.ts";
import { type LiveWorld, startLiveWorld } from "./live.ts";
import type { Answer } from "./world.ts";

const postgres: string | undefined = inject("postgres");

/** A service that refuses every operation, whatever is asked. */
type Closed = { problem: ErrorName; what: string; start: () => Promise<LiveWorld> };

async function withoutKeys(): Promise<LiveWorld> {
  const world = await startLiveWorld();
  await world.app.db.schema.alterTable("api_keys").renameTo("no_api_keys").execute();
  return world;
}

async function spent(): Promise<LiveWorld> {
  const world = await startLiveWorld({ rateLimit: 1 });
  await world.app.call("GET /api_keys");
  return world;
}

/** The database takes no connections until the world is closed. */
async function cutOff(): Promise<LiveWorld> {
  const world = await startLiveWorld();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.app.db);
  const url = `/${rows[0]?.name}`;
  await allowConnections(url, false);
  return { ...world, close: () => allowConnections(url, true).then(world.close) };
}

/** What any operation answers, shown of each of them. */
export const CLOSED: readonly Closed[] = [
  { problem: "rateLimited", what: "a key that has used its requests up", start: spent },
  { problem: "internal", what: "a store without the table of keys", start: withoutKeys },
  ...(postgres
    ? [{ problem: "databaseUnreachable", what: "a database that is away", start: cutOff } as const]
    : []),
];

/** `[error, what is wrong, how it comes about, the operation that declares it]`; null where it is answered before there is one. */
type Situation = readonly [ErrorName, string, () => Promise<Situated>, string | null];
type Situated = { answer: Answer<unknown>; app: { key: string; logged: string[] } };

async function inWorld(
  act: (world: LiveWorld) => Promise<Answer<unknown>>,
  options?: Parameters<typeof startLiveWorld>[0],
): Promise<Situated> {
  const world = await startLiveWorld(options);
  try {
    return { answer: await act(world), app: world.app };
  } finally {
    await world.close();
  }
}

/** Another connection holds the database for as long as a request waits. */
async function held({ app }: LiveWorld): Promise<Answer<unknown>> {
  const create = () => app.call("POST /api_keys", { body: {} });
  if (postgres) {
    const holder = await app.db.startTransaction().execute();
    return create().finally(() => holder.rollback().execute());
  }
  const other = new Libsql(join(app.dir, "gatehouse.db"));
  other.exec("BEGIN IMMEDIATE");
  return create().finally(() => {
    other.exec("ROLLBACK");
    other.close();
  });
}

/** The disk takes no more, or nothing at all. */
function broken(fault: typeof fillDisk) {
  return async ({ app }: LiveWorld): Promise<Answer<unknown>> => {
    const repair = await fault(app.db);
    return app.call("POST /ip_policies", { body: LARGE }).finally(repair);
  };
}

/** A rule of the database's own that no check before it knows. */
async function noticed({ app, make }: LiveWorld): Promise<Answer<unknown>> {
  await app.db.schema.createIndex("one").unique().on("ip_policies").column("description").execute();
  await make("/ip_policies");
  return app.call("POST /ip_policies", { body: { description: "office" } });
}

/** The second wrong code, where one is allowed. */
async function triesCodes({ app }: LiveWorld): Promise<Answer<unknown>> {
  const guess = () => app.call("POST /sign_in_codes/exchange", { body: { code: "guess" } });
  await guess();
  return guess();
}

/** Through `--upstream`, to a service that answers like this, or to none. */
async function upstream(answerWith: RequestListener | null): Promise<Situated> {
  const server = createServer(answerWith ?? undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  if (!answerWith) stop();
  const logged: string[] = [];
  const facade = await startUpstream({
    config: testConfig({}),
    upstream: other,
    log: pino({ base: null }, { write: (line: string) => void logged.push(line) }),
    consoleDir: "no-console",
    timeoutMs: 100,
  });
  const key = "key-of-the-other-service";
  const call = callOver(async (path, init) => fetch(`${facade.origin}${path}`, init), key);
  try {
    return { answer: await call("GET /api_keys"), app: { key, logged } };
  } finally {
    await facade.dispose();
    if (answerWith) stop();
  }
}

const away: RequestListener = (_, answer) =>
  answer.writeHead(302, { location: "https://else.example/" }).end();

/** A request of which no URL can be made. */
const unreadable = ({ origin }: LiveWorld) => asksRaw(`${origin}/api/api_keys`, { headers: { host: "a b" } });

/** A page that lets its own name resolve to this machine. */
const rebound = ({ origin }: LiveWorld) =>
  asksRaw(`${origin}/api/api_keys`, { headers: { host: "evil.example" } });

/** A page that opens a WebSocket as if it were an agent. */
const pageAsAgent = ({ origin }: LiveWorld) =>
  asksRaw(`${origin}/agent`, {
    headers: { origin, connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" },
  });

const tooLong = ({ origin }: LiveWorld) => asksRaw(`${origin}/api/${"x".repeat(maxHeaderSize)}`);

async function asksRaw(url: string, options: RequestOptions = {}): Promise<Answer<unknown>> {
  const asked = request(url, options).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const id = String(answer.headers["gatehouse-operation-id"]);
  const headers = new Headers({ "gatehouse-operation-id": id });
  return { status: answer.statusCode ?? 0, body: JSON.parse(await text(answer)) as unknown, headers };
}

/** Node looks for slow requests twice a minute; here it finds one at once. */
async function slow({ app }: LiveWorld): Promise<Answer<unknown>> {
  const http = await app.listen();
  const late = Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  http.server.once("connection", (socket) =>
    setImmediate(() => http.server.emit("clientError", late, socket)),
  );
  return asksRaw(`${http.origin}/api/api_keys`, { headers: { expect: "100-continue" } }).finally(http.stop);
}

/** What the service answers for reasons that lie outside of its operations. */
export const SITUATIONS: readonly Situation[] = [
  [
    "wrongKeys",
    "codes tried from one address",
    () => inWorld(triesCodes, { keyFailures: 1 }),
    "POST /sign_in_codes/exchange",
  ],
  [
    "edgeMissing",
    "a test request to a service without an edge",
    () =>
      inWorld(({ app }) => app.call("POST /test_requests", { body: { url: "http://a/" } }), {
        edgeTests: null,
      }),
    "POST /test_requests",
  ],
  ["busy", "a database that another connection holds", () => inWorld(held), "POST /api_keys"],
  ["diskFull", "a disk without room", () => inWorld(broken(fillDisk)), "POST /ip_policies"],
  ["storageFailed", "a read-only database", () => inWorld(broken(makeReadOnly)), "POST /ip_policies"],
  ["changedMeanwhile", "a clash that only the database notices", () => inWorld(noticed), "POST /ip_policies"],
  ["requestUnreadable", "a Host that is none", () => inWorld(unreadable), null],
  ["hostUnknown", "a host name that is not the service’s", () => inWorld(rebound), null],
  ["originRefused", "a web page that connects as an agent", () => inWorld(pageAsAgent), null],
  ["headersTooLarge", "a URL that Node’s parser gives up on", () => inWorld(tooLong), null],
  ["requestSlow", "a request whose end does not come", () => inWorld(slow), null],
  ["upstreamUnreachable", "an upstream that is gone", () => upstream(null), null],
  ["upstreamSilent", "an upstream that says nothing", () => upstream(() => undefined), null],
  ["upstreamRedirect", "an upstream that redirects to elsewhere", () => upstream(away), null],
];
