import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
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

/** Sends a request as it stands, and reads the answer to its end. */
async function send(lines: string[]): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(http.origin).port), "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => (text += part));
  socket.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
  await once(socket, "close");
  const [head = "", ...rest] = text.split("\r\n\r\n");
  return { head, body: rest.join("\r\n\r\n") };
}

it.each([
  ["a Host with a space", ["GET /api/api_keys HTTP/1.1", "Host: a b"]],
  ["a Host with a path", ["GET /api/api_keys HTTP/1.1", "Host: gate.example/x"]],
  ["a Host with a user", ["GET /api/api_keys HTTP/1.1", "Host: me@gate.example"]],
  ["a port that is none", ["GET /api/api_keys HTTP/1.1", "Host: gate.example:99999"]],
  ["an empty Host", ["GET /healthz HTTP/1.1", "Host:"]],
  ["no Host", ["GET /healthz HTTP/1.1"]],
  ["a path that is none", ["OPTIONS * HTTP/1.1", "Host: gate.example"]],
])("%s is told in the JSON of every error", async (_, lines) => {
  // Cause: the adaptor and Node refused these themselves, with an empty body. Law: every error has the JSON body.
  const { head, body } = await send(lines);
  expect(head).toContain("HTTP/1.1 400");
  expect(head.toLowerCase()).toContain("content-type: application/json");
  const error = ErrorBody.parse(JSON.parse(body));
  expect(error).toMatchObject({ error_code: "ERR_GATEHOUSE_9009", status_code: 400 });
  expect(error.msg).toContain("Host");
  const id = error.details?.["operation_id"] ?? "";
  expect(head.toLowerCase()).toContain(`gatehouse-operation-id: ${id.toLowerCase()}`);
  expect(app.logged.filter((line) => line.includes(id))).toHaveLength(1);
});

it.each(["gate.example", "GATE.example:8080", "[::1]:4180", "127.0.0.1"])(
  "the Host %s is read",
  async (host) => {
    const { head } = await send(["GET /healthz HTTP/1.1", `Host: ${host}`]);
    expect(head).toContain("HTTP/1.1 200");
  },
);
