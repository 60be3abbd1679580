import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import http2 from "node:http2";
import { request as httpsRequest } from "node:https";
import net from "node:net";
import tls from "node:tls";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { newId } from "#service/store/ids.ts";
import { HOST, startTestEdge, type TestEdge } from "./testing/test-edge.ts";

let t: TestEdge;
beforeEach(async () => {
  t = await startTestEdge();
});
afterEach(() => t.dispose());

const shop = () => t.agent([{ proto: "http", forwards_to: t.appUrl, hostname: HOST }]);

/** The app says what it saw. */
function echo(): void {
  t.answer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      response.writeHead(201, { "x-app": "yes", "set-cookie": ["a=1", "b=2"], trailer: "x-sum" });
      response.write(
        JSON.stringify({ url: request.url, method: request.method, headers: request.headers, body }),
      );
      response.addTrailers({ "x-sum": "7" });
      response.end();
    });
  });
}

test("a request reaches the app behind the agent, and its answer comes back", async () => {
  await shop();
  echo();
  const got = await t.call("/orders?x=1", {
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
    host: HOST,
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-proto": "http",
    "x-forwarded-host": HOST,
    cookie: "c=3",
  });
  expect(seen.headers).not.toHaveProperty("x-secret");
  // Cause: it got an empty header. Law: cookies of logins are none of the app's.
  const login = await t.call("/", { headers: { cookie: "service.gatehouse-session=1~a" } });
  expect((JSON.parse(login.body) as { headers: object }).headers).not.toHaveProperty("cookie");
});

test("an unknown host, an app that is down and an agent that is gone are told apart", async () => {
  expect(await t.call("/", { headers: { host: "other.example" } })).toMatchObject({
    status: 404,
    headers: { "content-type": "application/json" },
  });
  const { session } = await t.agent([{ proto: "http", forwards_to: "http://127.0.0.1:9", hostname: HOST }]);
  const down = await t.call("/", { headers: { accept: "text/html" } });
  expect(down).toMatchObject({ status: 502, headers: { "content-type": "text/html; charset=utf-8" } });
  expect(down.body).toContain("ERR_GATEHOUSE_3210");
  expect(down.body).not.toContain("127.0.0.1");
  await session.close();
  // Cause: who called an address whose agent had left was told that nothing has it, or was cut off over TLS, and no request was
  // listed. Law: what was served a moment ago is offline, and who calls it is seen.
  await vi.waitFor(async () => expect(await t.call("/")).toMatchObject({ status: 503 }));
  const secure = httpsRequest({
    port: t.httpsPort,
    host: "127.0.0.1",
    servername: HOST,
    ca: t.authority.rootPem,
    headers: { host: HOST, accept: "text/html" },
  }).end();
  const [answer] = (await once(secure, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(503);
  answer.resume();
  await vi.waitFor(() =>
    expect(t.events.at(-1)?.gatehouse).toMatchObject({
      error_code: "ERR_GATEHOUSE_3201",
      endpoint_id: expect.stringMatching(/^ep_/),
    }),
  );
  await shop();
  echo();
  expect((await t.call("/")).status).toBe(201);
});

test("a WebSocket goes through, both ways", async () => {
  const sockets = new WebSocketServer({ server: t.app });
  sockets.on("connection", (socket) =>
    socket.on("message", (data) => socket.send(`echo ${(data as Buffer).toString()}`)),
  );
  await shop();
  const socket = new WebSocket(`ws://127.0.0.1:${t.httpPort}/chat`, { headers: { host: HOST } });
  await once(socket, "open");
  const answers: string[] = [];
  socket.on("message", (data) => answers.push((data as Buffer).toString()));
  for (let i = 0; i < 100; i += 1) socket.send(String(i));
  await vi.waitFor(() => expect(answers).toHaveLength(100));
  expect(answers[99]).toBe("echo 99");
  socket.close();
  await once(socket, "close");
  sockets.close();
});

test("a stream of events is heard as it is said, and its end by the visitor reaches the app", async () => {
  let left = false;
  t.answer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    setTimeout(() => response.write("data: one\n\n"), 50);
    response.on("close", () => {
      left = true;
    });
  });
  await shop();
  const socket = net.connect(t.httpPort, "127.0.0.1");
  let seen = "";
  socket.on("data", (chunk: Buffer) => (seen += chunk.toString()));
  socket.write(`GET /events HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
  await vi.waitFor(() => expect(seen).toContain("text/event-stream"));
  await vi.waitFor(() => expect(seen).toContain("data: one"));
  socket.destroy();
  await vi.waitFor(() => expect(left).toBe(true));
});

test("a thousand requests at once are all answered", async () => {
  t.answer((request, response) => setTimeout(() => response.end(request.url), 200));
  await shop();
  const all = await Promise.all(Array.from({ length: 1_000 }, (_, i) => t.call(`/${i}`)));
  expect(all.map(({ body }) => body)).toEqual(Array.from({ length: 1_000 }, (_, i) => `/${i}`));
});

test("an agent that ends lets running requests finish", async () => {
  const { session } = await shop();
  let asked = false;
  t.answer((_request, response) => {
    asked = true;
    setTimeout(() => response.end("late"), 400);
  });
  const got = t.call("/slow");
  await vi.waitFor(() => expect(asked).toBe(true));
  await session.close();
  expect(await got).toMatchObject({ status: 200, body: "late" });
});

test("a restart under load fails no request, and the agent is back at the address that was chosen for it", async () => {
  t.answer((_request, response) => setTimeout(() => response.end("ok"), 20));
  const kept: string[] = [];
  const tunnels = [{ proto: "http" as const, forwards_to: t.appUrl }];
  const first = await t.agent(tunnels, { kept });
  const host = new URL(first.welcome.tunnels[0]!.public_url!).host;
  const answers: number[] = [];
  const enough = new AbortController();
  const load = Promise.all(
    Array.from({ length: 5 }, async () => {
      while (!enough.signal.aborted) answers.push((await t.call("/", { headers: { host } })).status);
    }),
  );
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(20));
  expect(await t.gateway.gateway.command(first.welcome.session_id, "restart")).toEqual({
    outcome: "accepted",
  });
  expect(await first.session.ended).toEqual({ why: "restart" });
  const before = answers.length;
  const second = await t.agent(tunnels, { kept });
  expect(second.welcome.tunnels[0]!.public_url).toBe(first.welcome.tunnels[0]!.public_url);
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(before + 20));
  enough.abort();
  await load;
  expect(answers.filter((status) => status !== 200)).toEqual([]);
});

describe("over TLS", () => {
  const secure = () => ({ ca: t.authority.rootPem, port: t.httpsPort, host: "127.0.0.1", servername: HOST });

  test("HTTP/1.1 with a certificate of the local authority", async () => {
    await shop();
    echo();
    const asked = httpsRequest({ ...secure(), path: "/a", headers: { host: HOST } });
    asked.end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    let text = "";
    for await (const chunk of response) text += String(chunk);
    expect(JSON.parse(text)).toMatchObject({ url: "/a", headers: { "x-forwarded-proto": "https" } });
  });

  test("HTTP/2, with trailers and a body", async () => {
    await shop();
    echo();
    const session = http2.connect(`https://${HOST}`, {
      createConnection: () => tls.connect({ ...secure(), ALPNProtocols: ["h2"] }),
    });
    const stream = session.request({ ":method": "POST", ":path": "/h2", ":authority": HOST });
    stream.end("hello");
    let text = "";
    let trailers: object = {};
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    stream.on("trailers", (got: object) => (trailers = got));
    await once(stream, "end");
    expect(JSON.parse(text)).toMatchObject({ url: "/h2", body: "hello", headers: { host: HOST } });
    expect(trailers).toMatchObject({ "x-sum": "7" });
    session.destroy();
  });

  test("a name that nothing serves gets no certificate", async () => {
    await shop();
    const socket = tls.connect({ ...secure(), servername: "other.example" });
    await expect(once(socket, "secureConnect")).rejects.toThrow(/disconnected|reset/);
  });

  test("a tunnel of proto tls gets the bytes as they are", async () => {
    const { certificatePem, privateKeyPem } = await t.authority.leaf("own.example");
    const app = tls.createServer({ cert: certificatePem, key: privateKeyPem }, (socket) =>
      socket.end("from the app"),
    );
    app.listen(0, "127.0.0.1");
    await once(app, "listening");
    const { port } = app.address() as net.AddressInfo;
    await t.agent([{ proto: "tls", forwards_to: `127.0.0.1:${port}`, hostname: "own.example" }]);
    const socket = tls.connect({ ...secure(), servername: "own.example" });
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    await once(socket, "close");
    expect(text).toBe("from the app");
    app.close();
  });
});

test("TCP by port, with one end that finishes first", async () => {
  const app = net.createServer({ allowHalfOpen: true }, (socket) => {
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    socket.on("end", () => socket.end(`got ${text}`));
  });
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  const { port } = app.address() as net.AddressInfo;
  const { welcome } = await t.agent([{ proto: "tcp", forwards_to: `127.0.0.1:${port}` }]);
  await t.edge.followPorts();
  const at = Number(/:(\d+)$/.exec(welcome.tunnels[0]!.public_url!)![1]);
  const socket = net.connect({ port: at, host: "127.0.0.1", allowHalfOpen: true });
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.end("hello");
  await once(socket, "close");
  expect(text).toBe("got hello");
  app.close();
});

// Cause: of two names at one TCP port the later one got its visitors, whatever the first one kept out. Law: who came first has the port.
test("a TCP port that two names have is the first one's", async () => {
  await t.agent([{ proto: "tcp", forwards_to: "127.0.0.1:9", hostname: "db.example.com:20001" }]);
  const first = await t.gateway.db.selectFrom("endpoints").selectAll().executeTakeFirstOrThrow();
  const later = {
    id: newId("endpoint"),
    hostport: "other.example:20001",
    created_at: "2999-01-01T00:00:00Z",
  };
  await t.gateway.db
    .insertInto("endpoints")
    .values({ ...first, ...later })
    .execute();
  expect((await t.account.fresh()).ports.get(20_001)?.id).toBe(first.id);
});

test("a TCP port that another program has is told once, and the rest works", async () => {
  // Cause: each look at the ports tried it again and logged an error. Law: what does not change is told once.
  const other = net.createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as net.AddressInfo;
  await t.agent([{ proto: "tcp", forwards_to: "127.0.0.1:9", hostname: `db.example.com:${port}` }]);
  for (let look = 0; look < 3; look += 1) await t.edge.followPorts();
  expect(t.warnings).toHaveLength(1);
  // Cause: only the log said so. Law: what nobody can reach is not shown as served (src/resources/edge-way.ts).
  expect(t.edge.closedPorts()).toEqual([port]);
  other.close();
  await once(other, "close");
  const later = performance.now() + 60_000;
  const clock = vi.spyOn(performance, "now").mockReturnValue(later);
  await t.edge.followPorts();
  clock.mockRestore();
  expect(t.edge.closedPorts()).toEqual([]);
});
