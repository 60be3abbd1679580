import { once } from "node:events";
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { TunnelRequest, Welcome } from "#contract/agent-protocol.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { dialTarget } from "#agent/dial.ts";
import { type AgentSession, openSession, type SessionOptions } from "#agent/session.ts";
import { acceptingHost } from "#service/testing/accepting-host.ts";
import { newId } from "#service/store/ids.ts";
import type { TestGateway } from "#service/testing/test-gateway.ts";
import type { EdgeAccount, Snapshot } from "../account.ts";
import { type EdgeLimits, type RunningEdge, startEdge } from "../edge.ts";
import { type Counted, eventOf } from "../events/make-event.ts";
import type { Links } from "../links/links.ts";
import { type Authority, openAuthority } from "../tls/authority.ts";
import { HEADERS_MAX, startTestAccount, type TestAccount } from "./test-account.ts";

/** For tests: a gateway, an edge beside it, an agent, and the app it forwards to. */
export type TestEdge = {
  gateway: TestGateway;
  account: EdgeAccount;
  edge: RunningEdge;
  httpPort: number;
  httpsPort: number;
  links: Links;
  /** What the edge warned of. */
  warnings: string[];
  /** Traffic events that it made. */
  events: TrafficEvent[];
  /** What is counted of each. */
  counted: Counted[];
  /** Whose bodies are kept: until when, by id of an endpoint, edge or route. */
  captures: Map<string, number>;
  /** Gets the events, and may be exchanged. */
  sink: { take: (batch: readonly TrafficEvent[]) => Promise<void> };
  authority: Authority;
  oauth: TestAccount["oauth"];
  app: Server;
  /** `http://127.0.0.1:41234` of the app. */
  appUrl: string;
  /** What the app does with each request. */
  answer: (listener: RequestListener) => void;
  agent: (
    tunnels: TunnelRequest[],
    options?: Partial<SessionOptions>,
  ) => Promise<{ session: AgentSession; welcome: Welcome }>;
  call: (path: string, options?: CallOptions) => Promise<Got>;
  /** Rejects when the edge logged an error. */
  dispose: () => Promise<void>;
};

type CallOptions = { method?: string; headers?: Record<string, string>; body?: string };
type Got = {
  status: number;
  headers: IncomingHttpHeaders;
  trailers: NodeJS.Dict<string>;
  body: string;
};

const TEST_LIMITS: EdgeLimits = {
  headersMs: 5_000,
  idleMs: 5_000,
  headersMax: HEADERS_MAX,
  connectionsMax: 5_000,
  streamsMax: 1_000,
  appIdleMs: 4_000,
  answerMs: 10_000,
  drainMs: 1_000,
};

export const HOST = "shop.example";

export async function startTestEdge(limits: Partial<EdgeLimits> = {}): Promise<TestEdge> {
  const faults: unknown[] = [];
  const warnings: string[] = [];
  const events: TrafficEvent[] = [];
  const seen: Counted[] = [];
  const sink: TestEdge["sink"] = { take: async (batch) => void events.push(...batch) };
  const captures = new Map<string, number>();
  const sessions: AgentSession[] = [];
  const log = {
    error: (facts: object) => void faults.push(facts),
    warn: (_facts: object, text: string) => void warnings.push(text),
  };
  const { gateway, account, reach, links, root, oauth, close } = await startTestAccount(log);
  const authority = await openAuthority(root);
  const running = await startEdge({
    account: withCaptures(account, captures),
    reach,
    host: "127.0.0.1",
    httpPort: 0,
    httpsPort: 0,
    tcpPorts: { first: 10_000, last: 65_535 },
    certificates: authority.leaf,
    newId,
    traffic: {
      keep: (batch) => {
        seen.push(...batch.map(({ counted }) => counted));
        return sink.take(batch.map(eventOf));
      },
    },
    log,
    limits: { ...TEST_LIMITS, ...limits },
  });
  const { httpPort, httpsPort } = running;
  if (httpPort === null || httpsPort === null) throw new Error("The edge does not listen.");
  let listener: RequestListener = (_request, response) => response.end("hello");
  const app = createServer((request, response) => listener(request, response));
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  return {
    gateway,
    account,
    edge: running,
    httpPort,
    httpsPort,
    links,
    warnings,
    events,
    counted: seen,
    captures,
    sink,
    authority,
    oauth,
    app,
    appUrl: `http://127.0.0.1:${(app.address() as AddressInfo).port}`,
    answer: (next) => {
      listener = next;
    },
    agent: async (tunnels, options = {}) => {
      let online: (welcome: Welcome) => void = () => undefined;
      const welcome = new Promise<Welcome>((resolve) => {
        online = resolve;
      });
      const session = openSession({
        url: gateway.url,
        authtoken: gateway.authtoken,
        host: acceptingHost,
        tunnels,
        dial: (target) => dialTarget(target, { timeoutMs: 1_000, insecure: false }),
        backoff: { firstMs: 5, maxMs: 40 },
        onOnline: (said) => online(said),
        ...options,
      });
      sessions.push(session);
      return { session, welcome: await welcome };
    },
    call: (path, options) => callEdge(httpPort, path, options),
    dispose: async () => {
      await Promise.all(sessions.map((session) => session.close()));
      await running.stop();
      app.closeAllConnections();
      app.close();
      await close();
      if (faults.length > 0) throw new Error(`The edge logged errors: ${JSON.stringify(faults)}`);
    },
  };
}

function withCaptures(account: EdgeAccount, captures: Snapshot["captures"]): EdgeAccount {
  return {
    ...account,
    now: async () => ({ ...(await account.now()), captures }),
    fresh: async () => ({ ...(await account.fresh()), captures }),
  };
}

function callEdge(
  port: number,
  path: string,
  { method = "GET", headers = {}, body }: CallOptions = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: "127.0.0.1", port, path, method, headers: { host: HOST, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            trailers: response.trailers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
        response.on("error", reject);
      },
    );
    asked.on("error", reject);
    asked.end(body);
  });
}
