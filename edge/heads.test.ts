// Cause: Node refuses to send some heads that an app may send, and the visitor got an empty reply. Law: what an app may answer
// reaches the visitor, by either version of HTTP.
import { createServer, type Server } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOST, startTestEdge, type TestEdge } from "./testing/test-edge.ts";

let t: TestEdge;
let app: Server;
let answer = "";
beforeAll(async () => {
  t = await startTestEdge();
  app = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(answer));
  }).listen(0, "127.0.0.1");
  await once(app, "listening");
  const { port } = app.address() as AddressInfo;
  await t.agent([{ proto: "http", forwards_to: `http://127.0.0.1:${port}`, hostname: HOST }]);
});
afterAll(async () => {
  app.close();
  await t.dispose();
});

test.each<[string, string, string, object]>([
  [
    "304 with the length of what is not sent",
    "GET",
    '304 Not Modified\r\nContent-Length: 300\r\nETag: "x"',
    { status: 304, headers: { etag: '"x"' } },
  ],
  [
    "HEAD of a body with trailers",
    "HEAD",
    "200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T",
    { status: 200, body: "" },
  ],
  [
    "trailers announced beside a length",
    "GET",
    "200 OK\r\nContent-Length: 0\r\nTrailer: X-T",
    { status: 200, body: "" },
  ],
  ["204 with a length of nothing", "GET", "204 No Content\r\nContent-Length: 0", { status: 204 }],
  ["205 with a length of nothing", "GET", "205 Reset Content\r\nContent-Length: 0", { status: 205 }],
  [
    "HEAD with a length",
    "HEAD",
    "200 OK\r\nContent-Length: 300",
    { status: 200, headers: { "content-length": "300" } },
  ],
  [
    "trailers announced of a chunked body",
    "GET",
    "200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n1\r\na\r\n0\r\nX-T: 1",
    { status: 200, body: "a", trailers: { "x-t": "1" } },
  ],
  ["204 with a body", "GET", "204 No Content\r\nContent-Length: 3\r\n\r\nabc", { status: 204 }],
])("%s", async (_name, method, head, got) => {
  answer = `HTTP/1.1 ${head}\r\n\r\n`;
  expect(await t.call("/", { method })).toMatchObject(got);
});
