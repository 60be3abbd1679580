import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { AGENT_SUBPROTOCOL, type Hello, type ServiceMessage } from "#contract/agent-protocol.ts";
import { newId } from "#service/store/ids.ts";
import type { Postgres } from "#service/store/postgres.ts";
import type { Db } from "#service/store/schema.ts";
import type { Versions } from "#service/store/versions.ts";
import { hashToken, newToken } from "#service/store/tokens.ts";
import { openTestDatabase } from "#service/testing/test-postgres.ts";
import type { Cluster } from "../gateway/cluster.ts";
import { type AgentGateway, createGateway, type GatewayOptions } from "../gateway/gateway.ts";

/** For tests: a gateway on a real port with a real database in a folder of its own, and one credential. */
export type TestGateway = {
  db: Db;
  versions: Versions;
  postgres: Postgres | null;
  /** How many statements the database was sent. */
  statements: () => number;
  dir: string;
  server: Server;
  gateway: AgentGateway;
  url: string;
  authtoken: string;
  credentialId: string;
  ownerId: string;
  /** Rejects when the gateway logged an error. */
  dispose: () => Promise<void>;
};

const silent = () => undefined;
export const silentLog: GatewayOptions["log"] = { info: silent, warn: silent, error: silent };

type Options = Partial<Omit<GatewayOptions, "cluster">> & {
  /** The processes of the account, on Postgres. */
  cluster?: (postgres: Postgres, log: GatewayOptions["log"]) => Cluster;
};

export async function startTestGateway({ cluster, ...options }: Options = {}): Promise<TestGateway> {
  const dir = await mkdtemp(join(tmpdir(), "gatehouse-gateway-"));
  const { db, writes, versions, postgres, close } = await openTestDatabase(dir);
  const errors: unknown[] = [];
  const log = { ...silentLog, error: (...all: unknown[]) => void errors.push(all) };
  const owner = await addOwner(db);
  const credential = await addCredential(db, owner);
  const gateway = createGateway({
    db,
    log,
    nodeId: "test",
    cluster: cluster && postgres ? cluster(postgres, log) : null,
    ...options,
  });
  await gateway.ready;
  const server = createServer();
  gateway.attach(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    db,
    versions,
    postgres,
    statements: () => writes.stats().queries,
    dir,
    server,
    gateway,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/agent`,
    ...credential,
    ownerId: owner,
    dispose: async () => {
      await gateway.close();
      server.close();
      await close();
      await rm(dir, { recursive: true, force: true });
      if (errors.length > 0) throw new Error(`The gateway logged errors: ${JSON.stringify(errors)}`);
    },
  };
}

export async function addOwner(db: Db): Promise<string> {
  const id = newId("user");
  await db
    .insertInto("users")
    .values({ id, name: "ops", admin: 1, created_at: new Date().toISOString() })
    .execute();
  return id;
}

export async function addCredential(
  db: Db,
  owner_id: string,
  acl: string[] = [],
): Promise<{ credentialId: string; authtoken: string }> {
  const id = newId("credential");
  const authtoken = newToken("credential", id);
  const row = { id, owner_id, hash: hashToken(authtoken), acl: JSON.stringify(acl) };
  await db
    .insertInto("credentials")
    .values({ ...row, description: "", metadata: "", created_at: new Date().toISOString() })
    .execute();
  return { credentialId: id, authtoken };
}

export function helloOf(authtoken: string, parts: Partial<Hello> = {}): Hello {
  return {
    type: "hello",
    authtoken,
    agent_version: "3.18.2",
    os: "linux",
    arch: "x64",
    region: "eu",
    transport: "service/2",
    capabilities: { restart: "", stop: "", update: "" },
    tunnels: [],
    ...parts,
  };
}

/** A bare socket that speaks the protocol by hand. */
export class RawAgent {
  readonly socket: WebSocket;
  readonly closed: Promise<number>;
  private readonly inbox: ServiceMessage[] = [];
  private wake: () => void = () => undefined;

  constructor(url: string, options: { protocol?: string; headers?: Record<string, string> } = {}) {
    this.socket = new WebSocket(url, options.protocol ?? AGENT_SUBPROTOCOL, { headers: options.headers });
    this.closed = new Promise((resolve) => this.socket.on("close", resolve));
    void this.closed.then(() => this.wake());
    this.socket.on("error", () => undefined);
    this.socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") this.inbox.push(JSON.parse(data) as ServiceMessage);
      this.wake();
    });
  }

  async say(message: unknown): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, "open");
    this.socket.send(
      typeof message === "string" || Buffer.isBuffer(message) ? message : JSON.stringify(message),
    );
  }

  /** The next message of one type; earlier ones of other types are dropped. @throws Error when the connection ends without. */
  async next<T extends ServiceMessage["type"]>(type: T): Promise<Extract<ServiceMessage, { type: T }>> {
    let last: ServiceMessage | undefined;
    for (;;) {
      const message = this.inbox.shift();
      if (message?.type === type) return message as Extract<ServiceMessage, { type: T }>;
      last = message ?? last;
      if (!message && this.socket.readyState === WebSocket.CLOSED)
        throw new Error(`Closed before a ${type} came. The last message: ${JSON.stringify(last)}`);
      if (!message) {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
    }
  }

  /** Says hello and waits for the welcome. */
  async join(hello: Hello) {
    await this.say(hello);
    return this.next("welcome");
  }
}
