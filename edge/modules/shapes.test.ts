// Cause: the edge passed requests and answers by these modules as if none were set. Law: headers change as the route says, and
// never so that one message reads as two; what is compressed can be read by who gets it, and caches can tell it apart.
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import http2 from "node:http2";
import tls from "node:tls";
import { gunzipSync, gzipSync, inflateSync } from "node:zlib";
import * as fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";
import { accepted } from "./compression.ts";

const t = moduleEdge();
const TEXT = "All work and no play. ".repeat(100);
let seen: IncomingHttpHeaders;
beforeEach(() => {
  app({ "content-type": "text/plain", "content-length": String(TEXT.length), etag: '"1"' });
});

/** What the app answers, its body in two parts. */
function app(headers: Record<string, string | string[]>, body: string | Buffer = TEXT, status = 200): void {
  t.answer((asked, response) => {
    seen = asked.headers;
    response.writeHead(status, headers);
    response.write(body.slice(0, 10));
    response.end(body.slice(10));
  });
}

const set = (kind: string, value: object) => t.set(kind, value);

/** Each call says its number, so that its event is found. */
let calls = 0;
function ask(headers: Record<string, string>, method = "GET") {
  calls += 1;
  const path = "/v1/x?a=1";
  const sent = { host: EDGE, "x-call": String(calls), ...headers };
  return request({ host: "127.0.0.1", port: t.httpPort, path, method, headers: sent }).end();
}

async function call(headers: Record<string, string> = {}, method = "GET") {
  const [answer] = (await once(ask(headers, method), "response")) as [IncomingMessage];
  const parts: Buffer[] = await answer.toArray();
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) };
}

async function told() {
  const last = (event: TrafficEvent) =>
    event.event_type === "http_request_complete.v0" &&
    event.object.http?.request?.headers?.["X-Call"]?.[0] === String(calls);
  const { object, gatehouse } = await vi.waitUntil(() => t.events.find(last));
  return { object, decisions: gatehouse?.decisions ?? [], capture: gatehouse?.capture };
}

describe("request headers", () => {
  test("some go, others come: beside what there is, or in its place where there is one of them", async () => {
    await set("request_headers", {
      add: { "x-tag": "edge", authorization: "Bearer edge", cookie: "c=3", host: "inside.example" },
      remove: ["x-debug", "x-none"],
    });
    await call({ "x-tag": "own", "x-debug": "1", authorization: "Bearer own", cookie: "a=1" });
    expect(seen).toMatchObject({
      "x-tag": "own, edge",
      authorization: "Bearer edge",
      cookie: "a=1; c=3",
      host: "inside.example",
      "x-forwarded-host": EDGE,
    });
    expect(seen).not.toHaveProperty("x-debug");
    expect((await told()).decisions).toMatchObject([
      {
        module: "request_headers",
        verdict: "applied",
        reason: "Added x-tag, authorization, cookie, host. Removed x-debug",
      },
    ]);
  });

  test("variables are the event's fields, and what a visitor sent in them stays one line", async () => {
    await set("ip_restriction", { enabled: false, ip_policy_ids: [] });
    await set("user_agent_filter", { deny: ["bot"] });
    await set("request_headers", {
      add: {
        "x-all":
          "${.conn.client_ip} ${.http.request.method} ${.http.request.url.path}?${.http.request.url.query} ${.unknown}|${.user_agent_filter.decision}|${.http.request.user_agent}",
        "x-city": "Köln",
      },
    });
    await call({ "user-agent": "Probe" });
    expect(seen["x-all"]).toBe("127.0.0.1 get /v1/x?a=1 |allow|Probe");
    expect(Buffer.from(seen["x-city"] as string, "latin1").toString()).toBe("Köln");
  });

  test("what says where a message ends stays as it is", async () => {
    const add = {
      "transfer-encoding": "chunked",
      "content-length": "3",
      connection: "x-tag",
      upgrade: "h2c",
    };
    await set("request_headers", { add, remove: ["content-length", "host"], enabled: true });
    expect(await call()).toMatchObject({ status: 503 });
    expect((await told()).decisions).toMatchObject([
      {
        module: "request_headers",
        verdict: "block",
        reason: "The stored remove.1 can’t be removed without a new value. Add host too",
      },
    ]);
    await set("request_headers", { add, remove: ["content-length"] });
    expect(await call({ "x-tag": "kept" })).toMatchObject({ status: 200 });
    expect(seen).toMatchObject({ "x-tag": "kept" });
    expect(seen).not.toHaveProperty("upgrade");
    expect(seen).not.toHaveProperty("transfer-encoding");
  });

  test("off, they change nothing", async () => {
    await set("request_headers", { enabled: false, add: { "x-tag": "edge" } });
    await call();
    expect(seen).not.toHaveProperty("x-tag");
  });
});

describe("response headers", () => {
  const rules = { add: { "x-frame-options": "DENY", "content-type": "text/html" }, remove: ["etag"] };

  test("over HTTP/1.1 and HTTP/2", async () => {
    await set("response_headers", {
      ...rules,
      add: { ...rules.add, "x-status": "${.http.response.status_code}" },
    });
    const wanted = { "x-frame-options": "DENY", "content-type": "text/html", "x-status": "200" };
    const { headers, body } = await call();
    expect(headers).toMatchObject(wanted);
    expect(headers).not.toHaveProperty("etag");
    expect(body.toString()).toBe(TEXT);
    expect((await told()).object).toMatchObject({
      http: { response: { headers: { "X-Frame-Options": ["deny"] } } },
    });
    const session = http2.connect(`https://${EDGE}`, {
      createConnection: () =>
        tls.connect({
          port: t.httpsPort,
          host: "127.0.0.1",
          servername: EDGE,
          ca: t.authority.rootPem,
          ALPNProtocols: ["h2"],
        }),
    });
    const stream = session.request({ ":path": "/v1/x" });
    const [second] = (await once(stream, "response")) as [IncomingHttpHeaders];
    expect(second).toMatchObject(wanted);
    stream.resume();
    await once(stream, "close");
    session.close();
  });

  test("of an answer to an upgrade", async () => {
    await set("response_headers", rules);
    const sockets = new WebSocketServer({ server: t.app });
    const socket = new WebSocket(`ws://127.0.0.1:${t.httpPort}/v1/chat`, { headers: { host: EDGE } });
    const [answer] = (await once(socket, "upgrade")) as [IncomingMessage];
    expect(answer.headers).toMatchObject({ "x-frame-options": "DENY", upgrade: "websocket" });
    socket.close();
    await once(socket, "close");
    sockets.close();
    t.app.removeAllListeners("upgrade");
  });
});

describe("compression", () => {
  beforeEach(() => set("compression", { enabled: true }));
  const plain = { "content-type": "text/plain", "content-length": String(TEXT.length) };

  test.each<["gzip" | "deflate", (bytes: Buffer) => Buffer]>([
    ["gzip", gunzipSync],
    ["deflate", inflateSync],
  ])("%s, of a body that is read again as it was", async (algorithm, open) => {
    t.captures.set(t.ids.route, Date.now() + 60_000);
    const { headers, body } = await call({ "accept-encoding": algorithm });
    t.captures.clear();
    expect(headers).toMatchObject({ "content-encoding": algorithm, vary: "Accept-Encoding", etag: 'W/"1"' });
    expect(headers).not.toHaveProperty("content-length");
    expect(open(body).toString()).toBe(TEXT);
    const { object, decisions, capture } = await told();
    expect(object).toMatchObject({
      compression: { algorithm, bytes_saved: TEXT.length - body.length },
      http: { response: { body_length: body.length } },
    });
    expect(decisions).toMatchObject([{ module: "compression", verdict: algorithm }]);
    const kept = capture?.response?.content ?? "";
    expect(Buffer.from(kept, "base64").toString()).toBe(TEXT);
  });

  test.each<[what: string, headers: Record<string, string>, asked?: Record<string, string>, status?: number]>(
    [
      ["what is compressed already", { "content-encoding": "br" }],
      ["what no cache may change", { "cache-control": "public, no-transform" }],
      ["what the visitor wants as it is", {}, { "cache-control": "no-transform" }],
      ["a part", { "content-range": `bytes 0-9/${TEXT.length}` }, {}, 206],
      ["a picture", { "content-type": "image/png" }],
      ["what has a checksum", { "content-digest": "sha-256=:abc=:" }],
      ["a visitor who takes none", {}, { "accept-encoding": "gzip;q=0" }],
    ],
  )("never of %s", async (_what, more, asked = {}, status = 200) => {
    app({ ...plain, ...more }, TEXT, status);
    const { headers, body } = await call({ "accept-encoding": "gzip", ...asked });
    expect(headers["content-encoding"]).toBe(more["content-encoding"]);
    expect(body.toString()).toBe(TEXT);
    expect((await told()).object).toMatchObject({ compression: { algorithm: "none" } });
  });

  // Cause: HEAD and 304 had the tag of the plain answer, and no Vary, so that caches took them for another one's. Law: they say what
  // GET would (RFC 9110 §9.3.2).
  test.each([
    ["HEAD", 200, { ...plain, etag: '"1"' }, "gzip"],
    ["GET", 304, { etag: '"1"' }, undefined],
  ])("%s with %i has the headers of the compressed answer", async (method, status, given, encoding) => {
    app(given, "", status);
    const { headers } = await call({ "accept-encoding": "gzip" }, method);
    expect(headers).toMatchObject({ vary: "Accept-Encoding", etag: 'W/"1"' });
    expect([headers["content-encoding"], headers["content-length"]]).toEqual([encoding, undefined]);
    const plainly = await call({}, method);
    expect(plainly.headers).toMatchObject({ ...given, vary: "Accept-Encoding" });
  });

  test("little bodies are left alone", async () => {
    app({ "content-type": "text/plain", "content-length": "11" }, "hello world");
    expect((await call({ "accept-encoding": "gzip" })).body.toString()).toBe("hello world");
  });

  test("each event of a stream leaves as it comes; whoever leaves ends it at the app", async () => {
    const ended = new Promise((resolve) => {
      t.answer((asked, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(`data: ${TEXT}\n\n`);
        asked.once("close", resolve);
      });
    });
    const asked = ask({ "accept-encoding": "gzip" });
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    const [first] = (await once(answer, "data")) as [Buffer];
    expect(first.length).toBeGreaterThan(10);
    asked.on("error", () => undefined).destroy();
    await ended;
    expect((await told()).object).toMatchObject({ compression: { algorithm: "gzip" } });
  });

  test("an answer that breaks off at the app breaks off at the visitor", async () => {
    t.answer((_asked, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      response.write(gzipSync(TEXT).toString("hex"), () => response.destroy());
    });
    await expect(call({ "accept-encoding": "gzip" })).rejects.toThrow(/aborted|hang up/);
  });

  test("off, nothing is compressed", async () => {
    await set("compression", { enabled: false });
    expect((await call({ "accept-encoding": "gzip" })).body.toString()).toBe(TEXT);
    expect((await told()).object).not.toHaveProperty("compression");
  });
});

test.each([
  ["gzip, deflate, br", "gzip"],
  ["deflate, gzip;q=0.5", "deflate"],
  ["*", "gzip"],
  ["*;q=0", null],
  ["gzip;q=0, *", "deflate"],
  ["identity, gzip;q=0.5", null],
  ["X-GZIP ; q=1.0", "gzip"],
  ["br", null],
  ["", null],
])("Accept-Encoding: %s", (given, algorithm) => {
  expect(accepted(given)).toBe(algorithm);
});

test("what a visitor excludes is never chosen", () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom("gzip", "deflate"), (rest, name) => {
      expect(accepted(`${rest.replaceAll(/[,;]/g, "")},${name};q=0,${name};q=0`)).not.toBe(name);
    }),
  );
});
