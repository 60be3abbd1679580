// Cause: plain HTTP at the port for HTTPS was cut off without a word. Law: it is redirected to https at the same address, and nothing
// of it reaches the app.
import { once } from "node:events";
import net from "node:net";
import { expect, test } from "vitest";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";

const t = moduleEdge();

/** All that comes back on a connection without TLS to the port for it. */
async function sent(text: string): Promise<string> {
  const socket = net.connect(t.httpsPort, "127.0.0.1", () => socket.write(text));
  let got = "";
  socket.on("error", () => undefined).on("data", (chunk: Buffer) => (got += chunk.toString()));
  await once(socket, "close");
  return got;
}

const head = (host: string, more = "") => `Host: ${host}\r\nAccept: text/html\r\n${more}\r\n`;

test.each([
  ["GET", ""],
  ["POST", "Content-Length: 5\r\nExpect: 100-continue\r\n"],
  ["GET", "Connection: upgrade\r\nUpgrade: websocket\r\n"],
])("%s without TLS is redirected: %j", async (method, more) => {
  let reached = 0;
  t.answer((_request, response) => {
    reached += 1;
    response.end();
  });
  const host = `${EDGE}:${t.httpsPort}`;
  const got = await sent(`${method} /v1/a?b=1 HTTP/1.1\r\n${head(host, more)}`);
  expect(got).toMatch(/^HTTP\/1\.1 308 /);
  expect(got).toMatch(new RegExp(`^location: https://${host}/v1/a\\?b=1\r$`, "im"));
  expect(got).toContain("Open the same address with https://.");
  expect(reached).toBe(0);
  await expect.poll(() => t.events).toHaveLength(1);
  expect(t.events[0]?.gatehouse).toMatchObject({ error_code: "ERR_GATEHOUSE_3226", edge_id: t.ids.edge });
});

test("nothing is redirected to an address that nobody serves, and what is no HTTP is refused", async () => {
  expect(await sent(`GET / HTTP/1.1\r\n${head("nobody.example")}`)).toMatch(/^HTTP\/1\.1 404 /);
  expect(await sent("HELO me\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sent("\0\0\0\0")).toBe("");
});
