// Cause: streams of HTTP/2 count as finished when they are reset, and end well when they are destroyed. Law: what one side
// breaks off is broken off on the other, and never looks whole.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import http2 from "node:http2";
import { text } from "node:stream/consumers";
import tls from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { HOST, startTestEdge, type TestEdge } from "./testing/test-edge.ts";

/** On a busy machine too. */
const soon = (check: () => void) => vi.waitFor(check);

let t: TestEdge;
let session: http2.ClientHttp2Session;
beforeAll(async () => {
  t = await startTestEdge();
  await t.agent([{ proto: "http", forwards_to: t.appUrl, hostname: HOST }]);
});
afterAll(() => t.dispose());
function connect(): void {
  const { rootPem } = t.authority;
  session = http2.connect(`https://${HOST}`, {
    createConnection: () =>
      tls.connect({
        port: t.httpsPort,
        host: "127.0.0.1",
        servername: HOST,
        ca: rootPem,
        ALPNProtocols: ["h2"],
      }),
  });
  session.on("error", () => undefined);
}
beforeEach(connect);
afterEach(() => session.destroy());

/** However it ends. */
const closed = (stream: http2.ClientHttp2Stream) =>
  new Promise<number>((resolve) => stream.resume().once("close", () => resolve(stream.rstCode)));

const ask = (headers: http2.OutgoingHttpHeaders = {}, options?: http2.ClientSessionRequestOptions) =>
  session.request({ ":path": "/", ...headers }, options).on("error", () => undefined);

describe("a visitor who leaves", () => {
  const leave = {
    "by a reset": (stream: http2.ClientHttp2Stream) => stream.close(http2.constants.NGHTTP2_CANCEL),
    "by a reset that says no error": (stream: http2.ClientHttp2Stream) => stream.close(),
    "with the connection": () => session.destroy(),
  };
  /** Whether the app's end of a request was closed before its answer was whole. */
  const seen = (answer: (response: ServerResponse) => void) => {
    const at = { asked: false, left: false };
    t.answer((request, response) => {
      at.asked = true;
      request.on("error", () => undefined).resume();
      response.once("close", () => (at.left = !response.writableFinished));
      answer(response);
    });
    return at;
  };

  describe.each(Object.entries(leave))("%s", (_how, go) => {
    test("is seen to leave by the app: before the answer, in it, and in the body", async () => {
      for (const [begin, headers] of [
        [() => undefined, {}],
        [(response: ServerResponse) => void response.write("data: 1\n\n"), {}],
        [() => undefined, { ":method": "POST" }],
        [() => undefined, { ":method": "POST", "content-length": "1000" }],
      ] as const) {
        if (session.destroyed) connect();
        const at = seen(begin);
        const posts = ":method" in headers;
        const stream = ask(headers, { endStream: !posts });
        if (posts) stream.write("begun");
        await soon(() => expect(at.asked).toBe(true));
        go(stream);
        await soon(() => expect(at.left).toBe(true));
        await soon(() => expect(t.events.pop()?.gatehouse?.outcome).toBe("left"));
      }
    });
  });
});

test.each([
  ["without a length", {}],
  ["with one", { "content-length": "100" }],
])("an answer %s that the app breaks off is no whole answer", async (_name, headers) => {
  t.answer((_asked, response) => {
    response.writeHead(200, headers).write("half");
    setTimeout(() => response.destroy(), 20);
  });
  expect(await closed(ask())).toBe(http2.constants.NGHTTP2_INTERNAL_ERROR);
  await soon(() => expect(t.events.pop()?.gatehouse?.outcome).toBe("broken"));
});

// Cause: the length or body that an app gave 204 or 205 went on, which HTTP/2 calls a fault, and a status that HTTP/2 has not was
// broken off. Law: what may have no body comes without, and what can't be said is refused.
test.each([
  [204, undefined, "answered"],
  [205, undefined, "answered"],
  [304, "5", "answered"],
  [999, "225", "failed"],
])("an app that answers %i with a body", async (status, length, outcome) => {
  t.answer((_asked, response) => void response.writeHead(status, { "content-length": 5 }).end("hello"));
  const stream = ask();
  const [head] = (await once(stream, "response")) as [http2.IncomingHttpHeaders];
  expect([head[":status"], head["content-length"]]).toEqual([status === 999 ? 502 : status, length]);
  expect(await closed(stream)).toBe(http2.constants.NGHTTP2_NO_ERROR);
  await soon(() => expect(t.events.pop()?.gatehouse?.outcome).toBe(outcome));
});

test("an answer before the body's end ends the body", async () => {
  t.answer((_asked, response) => void response.writeHead(413).end("too long"));
  const stream = ask({ ":method": "POST", "content-length": String(8 * 1024 * 1024) });
  stream.write(Buffer.alloc(64 * 1024));
  const [head] = (await once(stream, "response")) as [http2.IncomingHttpHeaders];
  expect(head[":status"]).toBe(413);
  expect(await closed(stream)).toBe(http2.constants.NGHTTP2_NO_ERROR);
});

// Cause: Node answered both by itself. Law: every refusal has its code and operation id (edge/README.md).
test("what Node would refuse over TLS is refused as everything else", async () => {
  const stream = ask({ expect: "200-ok" });
  const [[headers], body] = await Promise.all([once(stream, "response"), text(stream)]);
  expect(headers).toMatchObject({ ":status": 417, "gatehouse-error-code": "ERR_GATEHOUSE_3225" });
  expect(body).toMatch(/"operation_id":"op_\w+"/);

  const { rootPem } = t.authority;
  const socket = tls.connect({ port: t.httpsPort, host: "127.0.0.1", servername: HOST, ca: rootPem });
  socket.write("GET / HTTP/1.1\r\n\r\n");
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 [^]*gatehouse-error-code: ERR_GATEHOUSE_3220/i);
  socket.destroy();
});

// Cause: HTTP/2's own windows of 64 kB let a visitor who is 50 ms away send 1.3 MB a second, five times slower than HTTP/1.1 does
// on one machine. Law: a body comes as fast over either version, and what waits has its bound.
test("a visitor may send half a megabyte of a body ahead, one megabyte of all", async () => {
  await vi.waitFor(() => expect(session.remoteSettings.initialWindowSize).toBe(512 * 1024));
  await vi.waitFor(() => expect(session.state.remoteWindowSize).toBe(1024 * 1024));
});
