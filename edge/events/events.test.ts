import { once } from "node:events";
import http2 from "node:http2";
import net from "node:net";
import tls from "node:tls";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { HTTP_FIELDS, TCP_FIELDS } from "#contract/traffic/fields.ts";
import { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { addEdge } from "../testing/add-edge.ts";
import { HOST, startTestEdge, type TestEdge } from "../testing/test-edge.ts";
import { eventOf, makeEvent } from "./make-event.ts";
import { Trail } from "./trail.ts";

let t: TestEdge;
let edge: { endpoint: string; edge: string; route: string; backend: string };
let agent: { session_id: string };
beforeAll(async () => {
  t = await startTestEdge({ headersMs: 1_000 });
  edge = await addEdge(t.gateway.db, "https_edges", "https", "edge.example:443");
  ({ welcome: agent } = await t.agent([
    { proto: "http", forwards_to: t.appUrl, hostname: HOST },
    { proto: "http", labels: { app: "shop" }, forwards_to: t.appUrl },
    { proto: "http", forwards_to: "http://127.0.0.1:9", hostname: "down.example" },
  ]));
});
afterAll(() => t.dispose());
beforeEach(() => {
  t.events.length = 0;
  t.captures.clear();
  t.answer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(201, { "X-App": "Shop", "set-cookie": ["a=1", "b=2"], "content-length": 4 });
      response.end("done");
    });
  });
});

type Flat = Record<string, unknown>;
/** An event as its documented fields by their dotted names. Fields that no table has stay in place, so that they are seen. */
function flat(value: unknown, fields: object, at = ""): Flat {
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([name, below]) => {
      const path = at === "" ? name : `${at}.${name}`;
      const inside = Object.keys(fields).some((field) => field.startsWith(`${path}.`));
      return inside ? Object.entries(flat(below, fields, path)) : [[path, below as unknown]];
    }),
  );
}

/** The one event that came, which keeps to the contract. */
async function one() {
  await vi.waitFor(() => expect(t.events).toHaveLength(1));
  const event = TrafficEvent.parse(t.events[0]);
  expect(event.event_id).toMatch(/^ev_[0-9A-Za-z]{27}$/);
  expect(JSON.parse(JSON.stringify(event))).toEqual(event);
  const fields = event.event_type === "http_request_complete.v0" ? HTTP_FIELDS : TCP_FIELDS;
  return { event, fields: flat(event.object, fields), own: event.gatehouse ?? {} };
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** Another address of this machine than the edge has. */
const VISITOR = "127.0.0.2";
const secure = (servername: string, ALPNProtocols: string[]) => {
  const socket = net.connect({ port: t.httpsPort, host: "127.0.0.1", localAddress: VISITOR });
  return tls.connect({ socket, ca: t.authority.rootPem, servername, ALPNProtocols });
};

/** Fields that only modules note; no module is set here. */
const MODULE_FIELDS =
  "basic_auth.decision basic_auth.username circuit_breaker.decision compression.algorithm compression.bytes_saved ip_policy.decision oauth.app_client_id oauth.decision oauth.user.id oauth.user.name tls.client_cert.serial_number tls.client_cert.subject.cn traffic_policy.logs user_agent_filter.decision webhook_verification.decision".split(
    " ",
  );

describe("every field of http_request_complete.v0", () => {
  test("of a request over TLS and HTTP/2 to a route", async () => {
    const session = http2.connect("https://edge.example", {
      createConnection: () => secure("edge.example", ["h2"]),
    });
    const stream = session.request({
      ":method": "POST",
      ":authority": "edge.example",
      ":path": "/v1/orders;x=1?page=2&access_token=abc",
      "user-agent": "Probe/1.0",
      "x-many": ["One", "Two"],
      authorization: "Bearer abc",
    });
    stream.end("twelve bytes");
    await once(stream.resume(), "close");
    session.close();
    const { event, fields, own } = await one();
    const raw = "https://edge.example/v1/orders;x=1?page=2&access_token=redacted";
    expect(fields).toEqual({
      "backend.connection_reused": false,
      "conn.client_ip": VISITOR,
      "conn.server_ip": "127.0.0.1",
      "conn.server_name": "edge.example",
      "conn.server_port": t.httpsPort,
      "conn.start_ts": TIME,
      "http.request.body_length": 12,
      "http.request.headers": {
        "User-Agent": ["probe/1.0"],
        "X-Many": ["one", "two"],
        Authorization: ["redacted"],
      },
      "http.request.method": "post",
      "http.request.url.host": "edge.example",
      "http.request.url.path": "/v1/orders;x=1",
      "http.request.url.query": "page=2&access_token=redacted",
      "http.request.url.raw": raw,
      "http.request.url.scheme": "https",
      "http.request.user_agent": "Probe/1.0",
      "http.response.body_length": 4,
      "http.response.headers": {
        "X-App": ["shop"],
        "Set-Cookie": ["redacted", "redacted"],
        "Content-Length": ["4"],
        Date: [expect.any(String)],
      },
      "http.response.status_code": 201,
      "tls.cipher_suite": expect.stringMatching(/^TLS_AES_\d+_GCM_SHA\d+$/),
      "tls.version": "TLSv1.3",
    });
    expect(Object.keys(HTTP_FIELDS).toSorted()).toEqual(
      [...Object.keys(fields), ...MODULE_FIELDS].toSorted(),
    );
    expect(event.event_timestamp).toEqual(TIME);
    expect(own).toEqual({
      endpoint_id: edge.endpoint,
      edge_id: edge.edge,
      route_id: edge.route,
      backend_id: edge.backend,
      tunnel_id: expect.stringMatching(/^tn_/),
      session_id: agent.session_id,
      outcome: "answered",
      http_version: "2.0",
      start_ts: TIME,
      duration_ms: expect.any(Number),
      bytes_in: 12,
      bytes_out: 4,
      phases: Object.fromEntries(
        ["tls", "route", "agent", "upstream", "body"].map((phase) => [phase, expect.any(Number)]),
      ),
      decisions: [],
      redacted: [
        "http.request.url.query.access_token",
        "http.request.headers.Authorization",
        "http.response.headers.Set-Cookie",
      ],
    });
  });

  test.each(MODULE_FIELDS)("%s, as its module notes it", (name) => {
    const { type, example } = HTTP_FIELDS[name as keyof typeof HTTP_FIELDS];
    const connection = {
      began: 0,
      clientIp: "::1",
      serverIp: "::1",
      serverPort: 1,
      name: "",
      tls: null,
      client: null,
      requests: 0,
    };
    const trail = new Trail(connection, "http", null);
    trail.facts = { [name]: example };
    const event = eventOf(makeEvent(trail, "ev_1", 0));
    expect(type).toBeDefined();
    expect(flat(TrafficEvent.parse(event).object, HTTP_FIELDS)).toMatchObject({ [name]: example });
  });
});

describe("what came of a request", () => {
  test("a kept connection is said to be kept, of the visitor's and of the app's", async () => {
    await t.call("/");
    await vi.waitFor(() => expect(t.events).toHaveLength(1));
    t.events.length = 0;
    await t.call("/a");
    const { fields, own } = await one();
    expect(fields).toMatchObject({ "backend.connection_reused": true, "http.request.url.query": "" });
    expect(own).toMatchObject({ http_version: "1.1", bytes_in: 0, bytes_out: 4 });
    expect(own).not.toHaveProperty("phases.tls");
  });

  test.each([
    ["host unknown", "nobody.example", "/", 404, "ERR_GATEHOUSE_3200", {}],
    ["no route", "edge.example", "/v2", 404, "ERR_GATEHOUSE_3202", { edge_id: expect.any(String) }],
    ["app down", "down.example", "/", 502, "ERR_GATEHOUSE_3210", { tunnel_id: expect.any(String) }],
  ])("refused: %s", async (_name, host, path, status, code, place) => {
    const got = await t.call(path, { headers: { host } });
    const { fields, own } = await one();
    expect(fields).toMatchObject({
      "http.response.status_code": status,
      "http.response.body_length": Buffer.byteLength(got.body),
      "http.request.url.host": host,
    });
    const { details } = JSON.parse(got.body) as { details: { operation_id: string } };
    expect(own).toMatchObject({
      outcome: status >= 500 ? "failed" : "refused",
      error_code: code,
      operation_id: details.operation_id,
      ...place,
    });
    expect(fields).not.toHaveProperty("backend.connection_reused", true);
  });

  // Cause: behind TLS no refusal and no event was made. Law: what can't be read is refused, and seen, alike.
  test.each(["http", "https"])("refused: no HTTP at all, by %s", async (proto) => {
    const socket =
      proto === "http"
        ? net.connect(t.httpPort, "127.0.0.1")
        : tls.connect({ port: t.httpsPort, host: "127.0.0.1", servername: HOST, ca: t.authority.rootPem });
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    socket.write("NONSENSE\r\n\r\n");
    await once(socket, "close");
    expect(answer).toContain("ERR_GATEHOUSE_3220");
    const { fields, own } = await one();
    expect(fields).toMatchObject({ "http.response.status_code": 400, "conn.client_ip": "127.0.0.1" });
    expect(fields).not.toHaveProperty("http.request.method");
    expect(own).toMatchObject({ outcome: "refused", error_code: "ERR_GATEHOUSE_3220" });
  });

  test("left by the visitor in the middle of the answer", async () => {
    t.answer((_request, response) => void response.write("first"));
    const socket = net.connect(t.httpPort, "127.0.0.1", () =>
      socket.write(`GET / HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`),
    );
    await vi.waitFor(async () => expect(String((await once(socket, "data"))[0])).toContain("first"));
    socket.destroy();
    const { fields, own } = await one();
    expect(own).toMatchObject({ outcome: "left" });
    expect(fields).toMatchObject({ "http.response.status_code": 200, "http.response.body_length": 5 });
  });

  test("broken off by the app", async () => {
    t.answer((_request, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write("first", () => response.destroy());
    });
    await expect(t.call("/")).rejects.toThrow(/aborted|hang up/);
    const { own } = await one();
    expect(own).toMatchObject({ outcome: "broken", bytes_out: 5 });
  });

  test("an upgrade, once it is closed: bytes of both ways", async () => {
    const sockets = new WebSocketServer({ server: t.app });
    sockets.on("connection", (socket) => socket.on("message", () => socket.send("x".repeat(1_000))));
    const socket = new WebSocket(`ws://127.0.0.1:${t.httpPort}/chat`, { headers: { host: HOST } });
    await once(socket, "open");
    socket.send("hello");
    await once(socket, "message");
    expect(t.events).toEqual([]);
    socket.close();
    sockets.close();
    const { fields, own } = await one();
    expect(fields).toMatchObject({
      "http.response.status_code": 101,
      "http.request.body_length": 0,
      "http.response.body_length": 0,
    });
    // A frame has 2 to 4 bytes of its own, and 4 more from a client; the close is a frame each way.
    expect(own).toMatchObject({
      upgrade: "websocket",
      outcome: "answered",
      bytes_in: 6 + 5 + 6,
      bytes_out: 4 + 1_000 + 2,
    });
  });
});

describe("every field of tcp_connection_closed.v0", () => {
  /** An app that answers `hello` with `goodbye`, over TLS of its own where it has a key. */
  async function greeter(key?: { certificatePem: string; privateKeyPem: string }) {
    const greet = (socket: net.Socket): void => void socket.once("data", () => socket.end("goodbye"));
    const server = key
      ? tls.createServer({ cert: key.certificatePem, key: key.privateKeyPem }, greet)
      : net.createServer(greet);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return { server, at: `127.0.0.1:${(server.address() as net.AddressInfo).port}` };
  }
  async function talk(socket: net.Socket): Promise<void> {
    socket.write("hello");
    await once(socket.resume(), "close");
  }
  const said = (name: string, port: number, bytesIn: unknown, bytesOut: unknown): Flat => ({
    "conn.bytes_in": bytesIn,
    "conn.bytes_out": bytesOut,
    "conn.client_ip": VISITOR,
    "conn.end_ts": TIME,
    "conn.server_ip": "127.0.0.1",
    "conn.server_name": name,
    "conn.server_port": port,
    "conn.start_ts": TIME,
  });

  test("of a TCP address", async () => {
    const { server, at } = await greeter();
    const free = net.createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as net.AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    await t.agent([{ proto: "tcp", forwards_to: at, hostname: `db.example:${port}` }]);
    await t.edge.followPorts();
    await talk(net.connect({ port, host: "127.0.0.1", localAddress: VISITOR }));
    const { fields, own } = await one();
    expect(fields).toEqual(said("db.example", port, 5, 7));
    const missing = Object.keys(TCP_FIELDS).filter((name) => !(name in fields));
    expect(missing).toEqual(MODULE_FIELDS.filter((name) => name in TCP_FIELDS));
    expect(own).toMatchObject({
      outcome: "answered",
      bytes_in: 5,
      bytes_out: 7,
      endpoint_id: expect.stringMatching(/^ep_/),
    });
    server.close();
  });

  test("of TLS that ends at the app: its bytes as they are", async () => {
    const { server, at } = await greeter(await t.authority.leaf("own.example"));
    await t.agent([{ proto: "tls", forwards_to: at, hostname: "own.example" }]);
    await talk(secure("own.example", []));
    const more = expect.toSatisfy((count: number) => count > 200);
    expect((await one()).fields).toEqual(said("own.example", t.httpsPort, more, more));
    server.close();
  });

  test("of TLS that ends at the edge: what was inside", async () => {
    const { edge: id } = await addEdge(t.gateway.db, "tls_edges", "tls", "raw.example:443");
    t.app.once("connection", (socket: net.Socket) => socket.once("data", () => socket.end("goodbye")));
    await talk(secure("raw.example", []));
    const { fields, own } = await one();
    expect(fields).toMatchObject(said("raw.example", t.httpsPort, 5, expect.any(Number)));
    expect(own).toMatchObject({ edge_id: id });
  });
});

describe("bodies", () => {
  test("are kept where that is on, without secrets, cut at 256 KiB, their length beside them", async () => {
    t.captures.set(edge.endpoint, Date.now() + 60_000);
    t.answer((request, response) => {
      request.resume().on("end", () => response.end("a".repeat(300_000)));
    });
    await t.call("/v1/x", {
      method: "POST",
      headers: { host: "edge.example", "content-type": "application/JSON", authorization: "Bearer Abc" },
      body: '{"user":"Ann","password":"Abc"}',
    });
    const { fields, own } = await one();
    expect(fields["http.response.body_length"]).toBe(300_000);
    const content = Buffer.from('{"user":"Ann","password":"redacted"}').toString("base64");
    expect(own.capture).toMatchObject({
      request: {
        content,
        kept: 36,
        truncated: false,
        headers: { "Content-Type": ["application/JSON"], Authorization: ["redacted"] },
      },
      response: { kept: 262_144, truncated: true },
    });
    expect(Buffer.from(String(own.capture?.response?.content), "base64").toString()).toBe(
      "a".repeat(262_144),
    );
    expect(own.redacted).toContain("capture.request.content.password");
    expect(JSON.stringify(t.events)).not.toContain("Abc");
  });

  test("are kept as they were before they were compressed; what can't be read is not kept", async () => {
    t.captures.set(edge.route, Date.now() + 60_000);
    const text = JSON.stringify({ list: "x".repeat(2_000), client_secret: "Abc" });
    t.answer((request, response) => {
      const encoding = request.url === "/v1/gzip" ? "gzip" : "zstd";
      request.resume().on("end", () => {
        response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding });
        response.end(gzipSync(text));
      });
    });
    await t.call("/v1/gzip", { headers: { host: "edge.example" } });
    const response = (await one()).own.capture?.response;
    expect(JSON.parse(Buffer.from(String(response?.content), "base64").toString())).toEqual({
      list: "x".repeat(2_000),
      client_secret: "redacted",
    });
    t.events.length = 0;
    await t.call("/v1/other", { headers: { host: "edge.example" } });
    expect((await one()).own.capture?.response).toEqual({ kept: 0, truncated: true });
  });

  test("are not kept elsewhere, nor later", async () => {
    t.captures.set(edge.endpoint, Date.now() - 1);
    t.captures.set("ep_other", Date.now() + 60_000);
    await t.call("/v1/x", { headers: { host: "edge.example" } });
    expect((await one()).own).not.toHaveProperty("capture");
  });
});
