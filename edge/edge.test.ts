import { once } from "node:events";
import { createServer, request, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Welcome } from "#contract/agent-protocol.ts";
import { dialTarget } from "#agent/dial.ts";
import type { Host } from "#agent/host.ts";
import { type AgentSession, openSession } from "#agent/session.ts";
import { createEdgeAccount } from "#service/edge-account.ts";
import { startTestGateway, type TestGateway } from "#service/testing/test-gateway.ts";
import { type RunningEdge, startEdge } from "./edge.ts";
import { createLinks, type Links } from "./links/links.ts";

let t: TestGateway;
let links: Links;
let edge: RunningEdge;
let app: Server;
let session: AgentSession;
let answer: RequestListener;

const host = {
  os: "linux",
  arch: "x64",
  version: "3.18.2",
  capabilities: { restart: "", stop: "", update: "" },
} as unknown as Host;

beforeEach(async () => {
  links = createLinks({ ask: (id, ticket) => t.gateway.askForLink(id, ticket), drainMs: 2_000 });
  t = await startTestGateway({ links });
  edge = await startEdge({
    account: createEdgeAccount(t.db),
    links,
    host: "127.0.0.1",
    httpPort: 0,
    newId: () => "op_test",
    log: { error: (facts, text) => console.error(text, facts) },
    limits: { headersMs: 5_000, idleMs: 5_000, headersMax: 32_768, connectionsMax: 5_000, answerMs: 5_000, drainMs: 1_000 },
  });
  app = createServer((request, response) => answer(request, response));
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  const welcome = new Promise<Welcome>((resolve) => {
    session = openSession({
      url: t.url,
      authtoken: t.authtoken,
      host,
      tunnels: [
        { proto: "http", forwards_to: `http://127.0.0.1:${(app.address() as AddressInfo).port}`, hostname: "shop.example" },
      ],
      dial: (target) => dialTarget(target, { timeoutMs: 1_000, insecure: false }),
      onOnline: resolve,
    });
  });
  await welcome;
});

afterEach(async () => {
  await session.close();
  await edge.stop();
  links.close();
  app.closeAllConnections();
  app.close();
  await t.dispose();
});

type Got = { status: number; headers: NodeJS.Dict<string | string[]>; trailers: NodeJS.Dict<string>; body: string };

function call(path: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { method = "GET", headers = {}, body } = options;
    const asked = request(
      { host: "127.0.0.1", port: edge.httpPort, path, method, headers: { host: "shop.example", ...headers } },
      (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, trailers: response.trailers, body: text }),
        );
        response.on("error", reject);
      },
    );
    asked.on("error", reject);
    asked.end(body);
  });
}

test("a request reaches the app behind the agent, and its answer comes back", async () => {
  answer = (request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      response.writeHead(201, { "x-app": "yes", "set-cookie": ["a=1", "b=2"], trailer: "x-sum" });
      response.write(JSON.stringify({ url: request.url, method: request.method, headers: request.headers, body }));
      response.addTrailers({ "x-sum": "7" });
      response.end();
    });
  };
  const got = await call("/orders?x=1", {
    method: "POST",
    body: "hello",
    headers: { "x-forwarded-for": "6.6.6.6", connection: "x-secret", "x-secret": "1", cookie: "c=3" },
  });
  expect(got.status).toBe(201);
  expect(got.headers).toMatchObject({ "x-app": "yes", "set-cookie": ["a=1", "b=2"] });
  expect(got.trailers).toEqual({ "x-sum": "7" });
  const seen = JSON.parse(got.body) as { headers: object };
  expect(seen).toMatchObject({ url: "/orders?x=1", method: "POST", body: "hello" });
  expect(seen.headers).toMatchObject({
    host: "shop.example",
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-proto": "http",
    "x-forwarded-host": "shop.example",
    cookie: "c=3",
  });
  expect(seen.headers).not.toHaveProperty("x-secret");
});

test("an unknown host, and an app that is down, are told apart", async () => {
  expect(await call("/", { headers: { host: "other.example" } })).toMatchObject({
    status: 404,
    headers: { "content-type": "application/json" },
  });
  app.closeAllConnections();
  app.close();
  const down = await call("/", { headers: { accept: "text/html" } });
  expect(down).toMatchObject({ status: 502, headers: { "content-type": "text/html; charset=utf-8" } });
  expect(down.body).toContain("ERR_GATEHOUSE_3210");
  app.listen(0);
});
