import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ErrorBody } from "#contract/error.ts";
import { startTestGateway, type TestGateway } from "../testing/test-gateway.ts";

const KEY = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";

let test: TestGateway;
beforeEach(async () => {
  test = await startTestGateway();
  test.server.on("request", (request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => response.end(`${request.method} ${request.url} ${body}`));
  });
});
afterEach(() => test.dispose());

/** A client that never closes its own side. */
async function open(): Promise<Socket> {
  const socket = connect({ port: Number(new URL(test.url).port), host: "127.0.0.1", allowHalfOpen: true });
  await once(socket, "connect");
  return socket;
}

const head = (path: string, upgrade: string, more = "") =>
  `${more.includes("content-length") ? "POST" : "GET"} ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${upgrade}\r\n${more}\r\n`;

describe("an upgrade that is refused", () => {
  // The service closed its half only: a client that kept its own open held the socket, and a stop never ended.
  // Law: what is refused is closed.
  it("is closed by the service, whatever the client does", async () => {
    for (const [path, key] of [
      ["/elsewhere", KEY],
      ["/agent", KEY],
      ["/agent", "Sec-WebSocket-Protocol: gatehouse.agent.v1\r\n"],
    ] as const) {
      const socket = await open();
      socket.write(head(path, "websocket", key));
      const [answer] = (await once(socket, "data")) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 40[04] /);
      // Cause: text/plain without an operation id. Law: every error has the JSON body.
      const [start = "", body = ""] = answer.toString().split("\r\n\r\n");
      const error = ErrorBody.parse(JSON.parse(body));
      expect(start).toContain(`Gatehouse-Operation-Id: ${error.details?.["operation_id"]}`);
      await expect.poll(() => connections()).toBe(0);
      socket.destroy();
    }
  });
});

describe("an offer of another protocol", () => {
  // Every Upgrade header got a 404, so a client that offers h2c could not use the API.
  // Law: an offer that is not taken is ignored (RFC 9110 §7.8).
  it("is ignored: the request is answered as usual, with its body, and so is the next on the connection", async () => {
    const socket = await open();
    let got = "";
    socket.on("data", (chunk: Buffer) => (got += chunk.toString()));
    socket.write(head("/api/keys", "h2c"));
    await expect.poll(() => got).toContain("GET /api/keys ");
    socket.write(`${head("/api/keys", "h2c", "content-length: 5\r\n")}he`);
    socket.write("llo");
    await expect.poll(() => got).toContain("POST /api/keys hello");
    socket.destroy();
  });
});

function connections(): Promise<number> {
  return new Promise((resolve, reject) =>
    test.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
