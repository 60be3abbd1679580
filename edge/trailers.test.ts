import { once } from "node:events";
import { type IncomingMessage, request, type RequestListener } from "node:http";
import http2 from "node:http2";
import net from "node:net";
import tls from "node:tls";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { HOST, startTestEdge, type TestEdge } from "./testing/test-edge.ts";

let t: TestEdge;
let session: http2.ClientHttp2Session;
beforeAll(async () => {
  t = await startTestEdge();
  await t.agent([{ proto: "http", forwards_to: t.appUrl, hostname: HOST }]);
  const secure = { ca: t.authority.rootPem, port: t.httpsPort, host: "127.0.0.1", servername: HOST };
  session = http2.connect(`https://${HOST}`, {
    createConnection: () => tls.connect({ ...secure, ALPNProtocols: ["h2"] }),
  });
});
afterAll(async () => {
  session.destroy();
  await t.dispose();
});

/** What the app saw of a request, once it has all of it. */
const tellTrailers: RequestListener = (asked, response) => {
  let body = "";
  asked.on("data", (chunk: Buffer) => (body += chunk.toString()));
  asked.on("end", () =>
    response.end(JSON.stringify({ body, trailers: asked.trailers, headers: asked.headers })),
  );
};
const SENT = {
  "x-sum": "7",
  "content-type": "a/b",
  "x-forwarded-for": "6.6.6.6",
  authorization: "Bearer x",
};

// Cause: trailers of a request were dropped. Law: what either end says after its body is heard by the other.
test("trailers that a request announces reach the app, but none that speak for its head or the edge", async () => {
  t.answer(tellTrailers);
  const asked = request({
    host: "127.0.0.1",
    port: t.httpPort,
    method: "POST",
    headers: { host: HOST, trailer: "x-sum", "transfer-encoding": "chunked" },
  });
  asked.write("hello");
  asked.addTrailers(SENT);
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += String(chunk);
  expect(JSON.parse(text)).toMatchObject({ body: "hello", trailers: { "x-sum": "7" } });
  expect(Object.keys((JSON.parse(text) as { trailers: object }).trailers)).toEqual(["x-sum"]);

  const stream = session.request(
    { ":method": "POST", ":path": "/", trailer: "x-sum", "content-length": "5" },
    { endStream: false, waitForTrailers: true },
  );
  stream.on("wantTrailers", () => stream.sendTrailers({ "x-sum": "8" }));
  stream.end("hello");
  let second = "";
  stream.on("data", (chunk: Buffer) => (second += chunk.toString()));
  await once(stream, "end");
  expect(JSON.parse(second)).toMatchObject({ body: "hello", trailers: { "x-sum": "8" } });
});

test("a call as gRPC makes it: both ends talk at once, and the status comes last", async () => {
  t.answer((asked, response) => {
    expect(asked.headers).toMatchObject({ te: "trailers", "content-type": "application/grpc" });
    response.writeHead(200, { "content-type": "application/grpc", trailer: "grpc-status, grpc-message" });
    response.flushHeaders();
    asked.on("data", (chunk: Buffer) => response.write(`echo ${chunk.toString()}`));
    asked.on("end", () => {
      response.addTrailers({ "grpc-status": "5", "grpc-message": "not found", "set-cookie": "a=1" });
      response.end();
    });
  });
  const stream = session.request({
    ":method": "POST",
    ":path": "/shop.Orders/Watch",
    "content-type": "application/grpc",
    te: "trailers",
  });
  let got = "";
  let trailers: object = {};
  stream.on("data", (chunk: Buffer) => (got += chunk.toString()));
  stream.on("trailers", (fields: object) => (trailers = fields));
  const [head] = (await once(stream, "response")) as [http2.IncomingHttpHeaders];
  expect(head[":status"]).toBe(200);
  for (const word of ["one", "two"]) {
    stream.write(word);
    await vi.waitFor(() => expect(got.endsWith(`echo ${word}`)).toBe(true));
  }
  stream.end();
  await once(stream, "end");
  expect(trailers).toMatchObject({ "grpc-status": "5", "grpc-message": "not found" });
  expect(trailers).not.toHaveProperty("set-cookie");
});

// Cause: of the answers before the last, only 103 with a Link was passed on. Law: what an app says early is heard early.
test("1xx answers are passed on, in both versions of HTTP", async () => {
  const app = net.createServer((socket) => {
    socket.on("data", () =>
      socket.write(
        "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nX-A: 1\r\n\r\n" +
          "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
      ),
    );
  });
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  const { port } = app.address() as net.AddressInfo;
  await t.agent([{ proto: "http", forwards_to: `http://127.0.0.1:${port}`, hostname: "early.example" }]);
  const asked = request({ host: "127.0.0.1", port: t.httpPort, headers: { host: "early.example" } });
  const early: unknown[] = [];
  asked.on("information", ({ statusCode, headers }) =>
    early.push([statusCode, headers["link"], headers["x-a"]]),
  );
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.resume();
  const said = [
    [102, undefined, undefined],
    [103, "</a.css>; rel=preload", "1"],
  ];
  expect(early).toEqual(said);

  const stream = session.request({ ":path": "/", ":authority": "early.example" });
  const early2: unknown[] = [];
  stream.on("headers", (fields: http2.IncomingHttpHeaders) =>
    early2.push([fields[":status"], fields["link"], fields["x-a"]]),
  );
  await once(stream, "response");
  expect(early2).toEqual(said);
  stream.close();
  app.close();
});
