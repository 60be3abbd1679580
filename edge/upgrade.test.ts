// Cause: whatever asked to upgrade lost its body, its time-out, and what it sent or did while the app was silent. Law: who asks
// for another protocol is served as anybody else until the app has agreed to it.
import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { HOST, startTestEdge, type TestEdge } from "./testing/test-edge.ts";

const ANSWER_MS = 1_000;
/** On a busy machine too. */
const soon = (check: () => void) => vi.waitFor(check);

let t: TestEdge;
beforeAll(async () => {
  t = await startTestEdge({ answerMs: ANSWER_MS });
  await t.agent([{ proto: "http", forwards_to: t.appUrl, hostname: HOST }]);
});
afterAll(() => t.dispose());
afterEach(() => void t.app.removeAllListeners("upgrade"));

const visitors = {
  http: () => net.connect(t.httpPort, "127.0.0.1"),
  https: () =>
    tls.connect({ port: t.httpsPort, host: "127.0.0.1", servername: HOST, ca: t.authority.rootPem }),
};

function visit(
  connect: () => net.Socket,
  head: string[],
  body = "",
): { socket: net.Socket; got: () => string } {
  const socket = connect();
  let got = "";
  socket.on("error", () => undefined).on("data", (chunk: Buffer) => (got += chunk.toString("latin1")));
  socket.write(`${[...head, `Host: ${HOST}`].join("\r\n")}\r\n\r\n${body}`);
  return { socket, got: () => got };
}

const H2C = [
  "Connection: Upgrade, HTTP2-Settings",
  "Upgrade: h2c",
  "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
];
const WEBSOCKET = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

describe.each(Object.entries(visitors))("by %s", (by, connect) => {
  test.each([
    ["HTTP/2 with a body", ["POST /up HTTP/1.1", ...H2C, "Content-Length: 5"], "hello", "POST hello"],
    [
      "HTTP/2 with a body in chunks",
      ["POST /up HTTP/1.1", ...H2C, "Transfer-Encoding: chunked"],
      "5\r\nhello\r\n0\r\n\r\n",
      "POST hello",
    ],
    ["HTTP/2 without a body", ["GET /up HTTP/1.1", ...H2C], "", "GET "],
    [
      "WebSocket with a body",
      ["POST /up HTTP/1.1", ...WEBSOCKET, "Content-Length: 5"],
      "hello",
      "POST hello",
    ],
  ])("a request for %s is answered as any other, and so is the next", async (what, head, body, answer) => {
    // Events of the test before may come late.
    const own = `/${by}/${encodeURIComponent(what)}`;
    t.answer((asked, response) => {
      let text = "";
      asked.on("data", (chunk: Buffer) => (text += chunk.toString()));
      asked.once("end", () => response.end(`<${asked.method} ${text}${asked.headers.upgrade ?? ""}>`));
    });
    const { socket, got } = visit(connect, [head[0]?.replace("/up", own) ?? "", ...head.slice(1)], body);
    await soon(() => expect(got()).toContain(`<${answer}>`));
    socket.write(`GET ${own}/next HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
    await soon(() => expect(got().split("<GET >")).toHaveLength(answer === "GET " ? 3 : 2));
    socket.destroy();
    // Each once, though one of them was read twice.
    const paths = () =>
      t.events.map(({ object }) => ("http" in object ? object.http?.request?.url?.path : ""));
    await soon(() => expect(paths().filter((path) => path?.startsWith(own))).toEqual([own, `${own}/next`]));
  });

  test("a silent app is waited for as long as by others", async () => {
    t.app.once("upgrade", (_asked, socket: net.Socket) => {
      socket
        .on("error", () => undefined)
        .on("end", () => socket.destroy())
        .resume();
    });
    const { socket, got } = visit(connect, ["GET /chat HTTP/1.1", ...WEBSOCKET]);
    await once(socket, "close");
    expect(got()).toMatch(/^HTTP\/1\.1 504 [^]*ERR_GATEHOUSE_32/);
  });

  test.each([
    ["ends", (socket: net.Socket) => void socket.end()],
    ["breaks off", (socket: net.Socket) => void socket.destroy()],
  ])("a visitor who %s the connection meanwhile is seen to leave by the app", async (_how, leave) => {
    let left = false;
    const asked = new Promise<void>((resolve) => {
      t.app.once("upgrade", (_asked, socket: net.Socket) => {
        socket.on("error", () => undefined).once("close", () => (left = true));
        socket.on("end", () => socket.destroy()).resume();
        resolve();
      });
    });
    const { socket } = visit(connect, ["GET /chat HTTP/1.1", ...WEBSOCKET]);
    await asked;
    leave(socket);
    await soon(() => expect(left).toBe(true));
    await soon(() => expect(t.events.at(-1)?.gatehouse?.outcome).toBe("left"));
  });

  // Cause: 16 kB of headers, and 2,000 of them, were Node's bounds here. Law: --edge-header-bytes is the one bound of an answer.
  test.each([
    ["agrees", "101 Yes\r\nConnection: Upgrade\r\nUpgrade: websocket"],
    ["does not want to", "401 No\r\nContent-Length: 0"],
  ])("headers up to the bound pass where the app %s", async (_what, said) => {
    t.app.once("upgrade", (_asked, socket: net.Socket) => {
      socket.on("error", () => undefined).resume();
      const many = Array.from({ length: 2_100 }, (_, i) => `x${i}: 1\r\n`).join("");
      socket.write(`HTTP/1.1 ${said}\r\nX-Big: ${"a".repeat(20_000)}\r\n${many}X-Last: 1\r\n\r\n`);
    });
    const { socket, got } = visit(connect, ["GET /chat HTTP/1.1", ...WEBSOCKET]);
    await soon(() => expect(got()).toMatch(/\r\n\r\n/));
    expect(got()).toMatch(new RegExp(`^HTTP/1.1 ${said.slice(0, 3)} [^]*x-last: 1\r\n`, "i"));
    socket.destroy();
  });

  test("what a visitor says before the app has agreed reaches it after that", async () => {
    let heard = "";
    t.app.once("upgrade", (_asked, socket: net.Socket) => {
      socket.on("data", (chunk: Buffer) => (heard += chunk.toString()));
      socket.on("error", () => undefined).on("end", () => socket.destroy());
      setTimeout(
        () => socket.write("HTTP/1.1 101 Yes\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
        50,
      );
    });
    const { socket, got } = visit(connect, ["GET /chat HTTP/1.1", ...WEBSOCKET], "first ");
    await once(socket, socket instanceof tls.TLSSocket ? "secureConnect" : "connect");
    socket.write("second ");
    await soon(() => expect(got()).toContain(" 101 "));
    socket.write("third");
    await soon(() => expect(heard).toBe("first second third"));
    socket.destroy();
  });

  // Cause: Node closed the edge's side with the visitor's: the app's end was read by nobody. Law: a connection is told of whoever ends it.
  test("one that its visitor ends is told of", async () => {
    t.app.once("upgrade", (_asked, socket: net.Socket) => {
      socket
        .on("error", () => undefined)
        .on("end", () => socket.end())
        .resume();
      socket.write("HTTP/1.1 101 Yes\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    });
    const path = `/ended-by-visitor/${by}`;
    const { socket, got } = visit(connect, [`GET ${path} HTTP/1.1`, ...WEBSOCKET]);
    await soon(() => expect(got()).toContain(" 101 "));
    socket.end();
    const told = () =>
      t.events.find(({ object }) => "http" in object && object.http?.request?.url?.path === path);
    await soon(() => expect(told()?.gatehouse?.outcome).toBe("answered"));
  });
});
