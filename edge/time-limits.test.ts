// Cause: over HTTPS with HTTP/1.1, and where an upgrade is answered as a plain request, nothing was ever too late: Node looks at
// the time only where a server listens by itself. Law: --edge-header-timeout and --edge-idle-timeout hold for every visitor.
import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOST, startTestEdge, type TestEdge } from "./testing/test-edge.ts";

let t: TestEdge;
beforeAll(async () => {
  t = await startTestEdge({ headersMs: 500, idleMs: 500 });
  await t.agent([{ proto: "http", forwards_to: t.appUrl, hostname: HOST }]);
  t.answer((asked, response) => asked.resume().on("end", () => response.end("hello")));
});
afterAll(() => t.dispose());

const plain = () => net.connect(t.httpPort, "127.0.0.1");
const secure = (...ALPNProtocols: string[]) =>
  tls.connect({
    port: t.httpsPort,
    host: "127.0.0.1",
    servername: HOST,
    ca: t.authority.rootPem,
    ALPNProtocols,
  });
const HEAD = `GET / HTTP/1.1\r\nHost: ${HOST}\r\n`;
const UPGRADE = `POST / HTTP/1.1\r\nHost: ${HOST}\r\nConnection: upgrade\r\nUpgrade: x\r\nContent-Length: 2\r\n\r\nhi`;

describe.concurrent.each([
  ["HTTP", plain],
  ["HTTPS", () => secure()],
  ["HTTPS by ALPN", () => secure("http/1.1")],
])("over %s", (_name, connect) => {
  /** All that comes back until the edge closes. */
  async function visit(said: string, again?: string): Promise<string> {
    const socket = connect().on("error", () => undefined);
    let got = "";
    socket.on("data", (chunk: Buffer) => (got += chunk.toString("latin1")));
    await once(socket, socket instanceof tls.TLSSocket ? "secureConnect" : "connect");
    socket.write(said);
    const drips = setInterval(() => void (again !== undefined && socket.writable && socket.write(again)), 50);
    await once(socket, "close");
    clearInterval(drips);
    return got;
  }

  test.each([
    ["that never says anything", "", undefined],
    ["whose head never ends", HEAD, undefined],
    ["whose head drips", HEAD, "X-A: 1\r\n"],
    ["whose second head never ends, after an upgrade that was none", `${UPGRADE}${HEAD}`, undefined],
  ])("a visitor %s is refused in time", async (_how, said, again) => {
    expect(await visit(said, again)).toMatch(/HTTP\/1\.1 408 [^]*"error_code":"ERR_GATEHOUSE_3222"/);
  });

  test.each([
    ["", `${HEAD}\r\n`],
    [" after an upgrade that was none", UPGRADE],
  ])("a connection that is kept for nothing is closed%s", async (_after, said) => {
    expect(await visit(said)).toMatch(/^HTTP\/1\.1 200 OK[^]*hello/);
  });

  test("a body may take as long as it needs", async () => {
    const socket = connect();
    socket.write(`POST / HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 40\r\nConnection: close\r\n\r\n`);
    let left = 40;
    const drips = setInterval(() => {
      socket.write("x");
      left -= 1;
      if (left === 0) clearInterval(drips);
    }, 40);
    let got = "";
    for await (const chunk of socket) got += String(chunk);
    expect(got).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});
