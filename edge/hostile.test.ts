import net from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HOST, startTestEdge, type TestEdge } from "./testing/test-edge.ts";

let t: TestEdge;
/** Each request that reached the app, as "METHOD path". */
let reached: string[];
beforeAll(async () => {
  t = await startTestEdge({ headersMs: 1_000, headersMax: 8_192 });
  await t.agent([{ proto: "http", forwards_to: t.appUrl, hostname: HOST }]);
  t.answer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    request.resume().on("end", () => response.end("hello"));
  });
});
afterAll(() => t.dispose());
beforeEach(() => {
  reached = [];
});

/** Sends bytes as they are; resolves with all that came back once the edge closes, or fell silent after an answer. */
function send(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(t.httpPort, "127.0.0.1");
    let seen = "";
    let quiet: NodeJS.Timeout | undefined;
    socket.on("data", (chunk: Buffer) => {
      seen += chunk.toString("latin1");
      clearTimeout(quiet);
      quiet = setTimeout(() => socket.destroy(), 200);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(seen));
    socket.write(text, "latin1");
  });
}

const statuses = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = ""]) => status);
const head = (...lines: string[]) => [`Host: ${HOST}`, ...lines, "", ""].join("\r\n");

describe("what could be read as two requests never reaches the app as two", () => {
  test.each([
    [
      "length and chunked",
      `POST / HTTP/1.1\r\n${head("Content-Length: 6", "Transfer-Encoding: chunked")}0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
    ],
    ["two lengths", `POST / HTTP/1.1\r\n${head("Content-Length: 5", "Content-Length: 6")}hello!`],
    ["a length with a sign", `POST / HTTP/1.1\r\n${head("Content-Length: +5")}hello`],
    ["a length in hex", `POST / HTTP/1.1\r\n${head("Content-Length: 0x5")}hello`],
    ["chunked is not last", `POST / HTTP/1.1\r\n${head("Transfer-Encoding: chunked, identity")}0\r\n\r\n`],
    ["chunked by another name", `POST / HTTP/1.1\r\n${head("Transfer-Encoding: xchunked")}0\r\n\r\n`],
    ["a space before the colon", `POST / HTTP/1.1\r\n${head("Transfer-Encoding : chunked")}0\r\n\r\n`],
    ["a folded header", `GET / HTTP/1.1\r\n${head("X-A: 1", " GET /x HTTP/1.1")}`],
    ["a bare line feed in a header", `GET / HTTP/1.1\r\n${head("X-A: 1\nX-B: 2\rX-C: 3")}`],
    ["a NUL in a header", `GET / HTTP/1.1\r\n${head("X-A: 1\u00002")}`],
    [
      "a chunk size with a minus",
      `POST / HTTP/1.1\r\n${head("Transfer-Encoding: chunked")}-1\r\nhello\r\n0\r\n\r\n`,
    ],
    [
      "a chunk longer than said",
      `POST / HTTP/1.1\r\n${head("Transfer-Encoding: chunked")}2\r\nhello\r\n0\r\n\r\n`,
    ],
    ["two hosts", `GET / HTTP/1.1\r\n${head("Host: other.example")}`],
    ["no host", "GET / HTTP/1.1\r\n\r\n"],
    ["a host with a path", `GET / HTTP/1.1\r\nHost: ${HOST}/x\r\n\r\n`],
    ["a port that no URL can have", `GET / HTTP/1.1\r\nHost: ${HOST}:65536\r\n\r\n`],
    ["a name that no URL can have", "GET / HTTP/1.1\r\nHost: xn--.example\r\n\r\n"],
    ["a host with a user", `GET / HTTP/1.1\r\nHost: a@${HOST}\r\n\r\n`],
    ["a coding beside chunked", `POST / HTTP/1.1\r\n${head("Transfer-Encoding: gzip, chunked")}0\r\n\r\n`],
    ["a fragment", `GET /#x HTTP/1.1\r\n${head()}`],
    ["another expectation", `GET / HTTP/1.1\r\n${head("Expect: 200-ok")}`],
    ["the absolute form without a host", `GET http://${HOST}/ HTTP/1.1\r\n\r\n`],
    ["the absolute form with a user", `GET http://a@${HOST}/ HTTP/1.1\r\n${head()}`],
    ["the form of a proxy", `GET http://other.example/ HTTP/1.1\r\n${head()}`],
    ["a tunnel of a proxy", `CONNECT ${HOST}:443 HTTP/1.1\r\n${head()}`],
    ["a space in the path", `GET /a b HTTP/1.1\r\n${head()}`],
    ["no method", ` / HTTP/1.1\r\n${head()}`],
    ["another protocol", `GET / ICAP/1.0\r\n${head()}`],
    ["HTTP/0.9", "GET /\r\n\r\n"],
    // Cause: these were served, and the connection went on. Law: RFC 9112 §6.1, chunks of HTTP/1.0 are faulty; HTTP/2 is no text.
    [
      "chunks of HTTP/1.0",
      `POST / HTTP/1.0\r\n${head("Transfer-Encoding: chunked", "Connection: keep-alive")}0\r\n\r\nGET /x HTTP/1.1\r\n${head()}`,
    ],
    ["one that can't be read, and another", `GET /#x HTTP/1.1\r\n${head()}GET /x HTTP/1.1\r\n${head()}`],
    ["HTTP/2 as text", `GET / HTTP/2.0\r\n${head()}`],
  ])("%s", async (_name, bytes) => {
    const answer = await send(bytes);
    const told = statuses(answer);
    expect(told.every((status) => status.startsWith("4") || status === "200")).toBe(true);
    // One answered request is one at the app, and none of them is what hid in another one's body.
    expect(reached.length).toBeLessThanOrEqual(told.filter((status) => status === "200").length);
    expect(reached.filter((one) => one.includes("/x"))).toEqual([]);
    expect(told.at(-1)).toMatch(/^4/);
    // Cause: Node answered some by itself. Law: every refusal has its code and operation id (edge/README.md).
    const said = answer.slice(answer.lastIndexOf("HTTP/1.1 "));
    expect(said).toMatch(
      /^gatehouse-error-code: (ERR_GATEHOUSE_32\d\d)\r\n[^]*"error_code":"\1".*"operation_id":"op_\w+"/im,
    );
  });

  // Cause: they were refused. Law: RFC 9112 §3.2.2, a server accepts the absolute form, whose authority replaces Host.
  test.each([
    [`http://${HOST}/1?a=http://b`, "GET /1?a=http://b"],
    [`HTTP://${HOST}:80`, "GET /"],
    [`http://${HOST}?a`, "GET /?a"],
  ])("the absolute form %s", async (target, asked) => {
    expect(statuses(await send(`GET ${target} HTTP/1.1\r\nHost: other.example\r\n\r\n`))).toEqual(["200"]);
    expect(reached).toEqual([asked]);
  });

  test("pipelined requests are two, in their order", async () => {
    const answer = await send(`GET /1 HTTP/1.1\r\n${head()}GET /2 HTTP/1.1\r\n${head()}`);
    expect(statuses(answer)).toEqual(["200", "200"]);
    expect(reached).toEqual(["GET /1", "GET /2"]);
  });
});

// Cause: it got 100, which it would take for the answer. Law: RFC 9110 §10.1.1, an expectation of HTTP/1.0 is ignored.
test("an expectation of HTTP/1.0 is not answered", async () => {
  const answer = await send(`POST /1 HTTP/1.0\r\n${head("Expect: 100-continue", "Content-Length: 2")}hi`);
  expect(statuses(answer)).toEqual(["200"]);
  expect(reached).toEqual(["POST /1"]);
});

test("headers of the visitor that speak for the edge, or for one connection, are not the app's", async () => {
  let seen: object = {};
  t.answer((request, response) => {
    seen = request.headers;
    response.end();
  });
  await t.call("/", {
    headers: {
      forwarded: "for=6.6.6.6",
      "x-real-ip": "6.6.6.6",
      // Cause: these were passed on. Law: no visitor says who it is (docs/decisions/edge/headers-of-visitors.md).
      X_Forwarded_For: "6.6.6.6",
      X_Forwarded_Host: "evil.example",
      "x-real_ip": "6.6.6.6",
      Gatehouse_Auth_Email: "a@b.example",
      "True-Client-IP": "6.6.6.6",
      "X-Client-IP": "6.6.6.6",
      "CF-Connecting-IP": "6.6.6.6",
      "X-Forwarded-Prefix": "/evil",
      "X-Forwarded-Server": "evil.example",
      "X-Forwarded-Ssl": "on",
      "x-kept_by": "1",
      "x-forwarded-host": "evil.example",
      "x-forwarded-port": "1",
      "proxy-authorization": "Basic x",
      "keep-alive": "1",
      te: "trailers, deflate",
    },
  });
  expect(seen).toMatchObject({ "x-forwarded-host": HOST, "x-forwarded-for": "127.0.0.1", te: "trailers" });
  expect(Object.keys(seen).toSorted()).toEqual(
    [
      "host",
      "connection",
      "te",
      "x-forwarded-for",
      "x-forwarded-host",
      "x-forwarded-proto",
      "x-kept_by",
    ].toSorted(),
  );
  t.answer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    request.resume().on("end", () => response.end("hello"));
  });
});

test("too many header bytes and headers that never end are refused, and say so", async () => {
  expect(statuses(await send(`GET / HTTP/1.1\r\n${head(`X-Big: ${"a".repeat(9_000)}`)}`))).toEqual(["431"]);
  expect(statuses(await send(`GET / HTTP/1.1\r\nHost: ${HOST}\r\n`))).toEqual(["408"]);
  expect(reached).toEqual([]);
});
