import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErrorBody } from "#contract/error.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import type { HttpServer } from "./server.ts";

let app: TestApp;
let http: HttpServer;
beforeAll(async () => {
  app = await startTestApp();
  http = await app.listen();
});
afterAll(async () => {
  await http.stop();
  await app.close();
});

/** Lines of the log, as objects, that were written since. */
const linesSince = (count: number) =>
  app.logged.slice(count).map((line) => JSON.parse(line) as Record<string, unknown>);

async function open(): Promise<Socket> {
  const socket = connect({ port: Number(new URL(http.origin).port), host: "127.0.0.1", allowHalfOpen: true });
  await once(socket, "connect");
  return socket;
}

/** Sends bytes as they stand, ends that side when told, and reads the answer until the service closes. */
async function send(text: string, end = false): Promise<{ head: string; body: string }> {
  const socket = await open();
  let got = "";
  socket.setEncoding("utf8").on("data", (part: string) => (got += part));
  socket.on("error", () => undefined);
  if (end) socket.end(text);
  else socket.write(text);
  await once(socket, "end");
  socket.destroy();
  const [head = "", ...rest] = got.split("\r\n\r\n");
  return { head, body: rest.join("\r\n\r\n") };
}

const HOST = "Host: gate.example";
const post = (...headers: string[]) =>
  [
    "POST /api/api_keys HTTP/1.1",
    HOST,
    `Authorization: Bearer ${app.key}`,
    "Service-Version: 2",
    "Content-Type: application/json",
    ...headers,
    "",
    "",
  ].join("\r\n");

const long = "x".repeat(20_000);

describe("what Node’s parser refuses", () => {
  it.each([
    ["an unknown method", 400, () => `FOO /api/api_keys HTTP/1.1\r\n${HOST}\r\n\r\n`, false],
    ["no HTTP at all", 400, () => "\x16\x03\x01\x02hello\r\n\r\n", false],
    ["a URL of 20 kB", 431, () => `GET /api/${long} HTTP/1.1\r\n${HOST}\r\n\r\n`, false],
    [
      "a header of 20 kB",
      431,
      () => `GET /api/api_keys HTTP/1.1\r\n${HOST}\r\nX-Long: ${long}\r\n\r\n`,
      false,
    ],
    [
      "two lengths of a body",
      400,
      () => `${post("Content-Length: 2", "Transfer-Encoding: chunked")}{}`,
      false,
    ],
    ["a chunk without a length", 400, () => `${post("Transfer-Encoding: chunked")}zz\r\n{}\r\n`, false],
    ["a body shorter than its length", 400, () => `${post("Content-Length: 20")}{`, true],
    ["CONNECT", 400, () => `CONNECT gate.example:443 HTTP/1.1\r\n${HOST}\r\n\r\n`, false],
  ])("%s is told in the JSON of every error", async (_, status, text, end) => {
    // Cause: Node answered these itself, with a bare status. Law: JSON body, operation id and log line of every error.
    const before = app.logged.length;
    const { head, body } = await send(text(), end);
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head.toLowerCase()).toContain("content-type: application/json");
    const error = ErrorBody.parse(JSON.parse(body));
    expect(error.status_code).toBe(status);
    const id = error.details?.["operation_id"] ?? "";
    expect(id).toMatch(/^op_[0-9A-Za-z]{27}$/);
    expect(head).toContain(`Gatehouse-Operation-Id: ${id}`);
    await expect
      .poll(() => linesSince(before).filter((line) => line["operation_id"] === id))
      .toMatchObject([{ level: 30, status }]);
    expect(linesSince(before)).toHaveLength(1);
  });
});

it.each(["200-ok", "nonsense"])("an Expect of %s is ignored", async (expectation) => {
  // Cause: Node answered 417 without a body. Law: as above; an unknown expectation may be ignored (RFC 9110 §10.1.1).
  const { head, body } = await send(
    `${post(`Expect: ${expectation}`, "Content-Length: 2", "Connection: close")}{}`,
  );
  expect(head).toContain("HTTP/1.1 201 ");
  expect(JSON.parse(body)).toMatchObject({ token: expect.any(String) });
});

it("TRACE is refused like every method that a path does not take", async () => {
  // Cause: no Request can be made of it. Law: as above.
  const before = app.logged.length;
  const { head, body } = await send(`TRACE /api/api_keys HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`);
  const { status_code } = ErrorBody.parse(JSON.parse(body));
  expect(head).toContain(`HTTP/1.1 ${status_code} `);
  expect([400, 405]).toContain(status_code);
  expect(linesSince(before)).toMatchObject([{ level: 30, status: status_code }]);
});

it.each(["Content-Length: 20", "Transfer-Encoding: chunked"])(
  "a client that breaks off its body (%s) is no fault of the service",
  async (framing) => {
    // Cause: the broken stream was an internal error at level 50. Law: what the caller did wrong is a 4xx.
    const before = app.logged.length;
    const socket = await open();
    socket.write(`${post(framing)}${framing.startsWith("C") ? "{" : "1\r\n{\r\n"}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.resetAndDestroy();
    await expect
      .poll(() => linesSince(before))
      .toMatchObject([{ level: 30, status: 400, operation: "ApiKeysCreate" }]);
  },
);

it("a whole request keeps its own answer when nonsense follows on its connection", async () => {
  // Cause of the guard: the refusal of what follows would be read as the first one's answer. Law: a write is answered
  // truly.
  const { head } = await send(`${post("Content-Length: 2")}{}FOO / HTTP/1.1\r\n\r\n`);
  expect(head).toContain("HTTP/1.1 201 ");
});

it("a compressed body is refused, a plain one that says so is not", async () => {
  // Cause: Content-Encoding was passed over and the bytes read as JSON. Law: wrong content types are refused.
  const asked = (coding: string) =>
    app.call("POST /api_keys", { body: {}, headers: { "content-encoding": coding } });
  expect(await asked("gzip")).toMatchObject({ status: 415, body: { error_code: "ERR_GATEHOUSE_210" } });
  expect((await asked("identity")).status).toBe(201);
});
