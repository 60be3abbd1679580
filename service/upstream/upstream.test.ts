import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/error.ts";
import { startTestService, type TestService } from "#testing/service.ts";
import { type RunningUpstream, startUpstream } from "./start.ts";
import { testConfig } from "../testing/test-config.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let answerWith: Handler;
let other: string;
let facade: RunningUpstream;
let logged: string;
const closing: (() => Promise<unknown>)[] = [];

async function listenTo(handler: Handler): Promise<string> {
  const server = createServer(handler);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function before(upstream: string, timeoutMs = 5000): Promise<RunningUpstream> {
  const running = await startUpstream({
    config: testConfig({ upstreamVersionHeader: "Their-Version" }),
    upstream,
    log: pino({ base: null }, { write: (line: string) => void (logged += line) }),
    consoleDir: tmpdir(),
    timeoutMs,
  });
  closing.push(running.dispose);
  return running;
}

beforeEach(async () => {
  logged = "";
  other = await listenTo((asked, answer) => answerWith(asked, answer));
  facade = await before(`${other}/v1`);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const KEY = "secret-key-of-the-upstream";
const ask = (path: string, init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {}) =>
  fetch(`${facade.origin}${path}`, {
    redirect: "manual",
    ...init,
    headers: { authorization: `Bearer ${KEY}`, "service-version": "2", ...init.headers },
  });

/** Sends a path as it is: fetch would tidy it. */
async function askRaw(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const asking = request(facade.origin, { path, headers });
  asking.end();
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

describe("what is sent on", () => {
  it("is method, path below the base, query, body and key; the version header has their name", async () => {
    let seen: IncomingMessage | undefined;
    let body = "";
    answerWith = (asked, answer) => {
      seen = asked;
      asked.on("data", (chunk: Buffer) => (body += chunk.toString()));
      asked.on("end", () =>
        answer.writeHead(201, { "content-type": "application/json" }).end('{"id":"ak_1"}'),
      );
    };
    const answer = await ask("/api/api_keys?limit=1&x=%20", {
      method: "POST",
      body: '{"description":"é"}',
      headers: { "content-type": "application/json", cookie: "a=b", "x-forwarded-for": "10.0.0.1" },
    });
    expect([answer.status, await answer.json()]).toEqual([201, { id: "ak_1" }]);
    expect([seen?.method, seen?.url, body]).toEqual([
      "POST",
      "/v1/api_keys?limit=1&x=%20",
      '{"description":"é"}',
    ]);
    expect(seen?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      "their-version": "2",
      host: new URL(other).host,
      "content-type": "application/json",
    });
    for (const name of ["service-version", "cookie", "x-forwarded-for"])
      expect(seen?.headers).not.toHaveProperty(name);
    expect(logged).toContain('"path":"/api/api_keys"');
    for (const secret of [KEY, "limit", "description"]) expect(logged).not.toContain(secret);
  });

  it("holds no header of this connection", async () => {
    let seen: IncomingMessage["headers"] = {};
    answerWith = (asked, answer) => {
      seen = asked.headers;
      answer.end("{}");
    };
    const status = await askRaw("/api/x", {
      connection: "x-hop, keep-alive",
      "x-hop": "1",
      te: "trailers",
      "proxy-authorization": "Basic YQ==",
      "keep-alive": "timeout=5",
    });
    expect(status).toBe(200);
    for (const name of ["x-hop", "te", "proxy-authorization", "keep-alive"])
      expect(seen).not.toHaveProperty(name);
  });

  it.each([
    "/other",
    "/api",
    "/api/../secret",
    "/api/..%2fsecret",
    // Cause: the other service sees this machine. Law: whoami never tells an address that is not the caller’s.
    "/api/whoami",
    "/api/%2e%2e/secret",
    "/api/%5c..%5csecret",
    "/apis/x",
  ])("is nothing for %s", async (path) => {
    let count = 0;
    answerWith = (_, answer) => {
      count += 1;
      answer.end();
    };
    expect(await askRaw(path)).toBe(404);
    expect(count).toBe(0);
  });
});

describe("what comes back", () => {
  it("keeps status and body, and nothing that binds this origin", async () => {
    answerWith = (_, answer) =>
      answer
        .writeHead(429, {
          "content-type": "text/html",
          "retry-after": "7",
          connection: "x-hop",
          "x-hop": "1",
          "set-cookie": "a=b",
          "strict-transport-security": "max-age=1",
          "access-control-allow-origin": "https://elsewhere",
          "cache-control": "public, max-age=99",
          "their-operation-id": "op_1",
        })
        .end("<p>slow");
    const { status, headers } = await ask("/api/x");
    expect(status).toBe(429);
    expect(headers.get("retry-after")).toBe("7");
    expect(headers.get("their-operation-id")).toBe("op_1");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("content-security-policy")).not.toContain("script-src");
    for (const name of ["x-hop", "set-cookie", "strict-transport-security", "access-control-allow-origin"]) {
      expect(headers.has(name)).toBe(false);
    }
  });

  it("comes as it is sent: a stream is not held back", async () => {
    let more: (() => void) | undefined;
    answerWith = (_, answer) => {
      answer.writeHead(200, { "content-type": "text/event-stream" });
      answer.write("data: 1\n\n");
      more = () => answer.end("data: 2\n\n");
    };
    const reader = (await ask("/api/event_stream")).body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: 1\n\n");
    more?.();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: 2\n\n");
    expect((await reader.read()).done).toBe(true);
  });

  it("has no body with 204 and 304", async () => {
    for (const status of [204, 304]) {
      answerWith = (_, answer) => answer.writeHead(status).end();
      expect((await ask("/api/x")).status).toBe(status);
    }
  });

  it("ends there when it is given up here", async () => {
    let closed: Promise<unknown> | undefined;
    answerWith = (_, answer) => {
      closed = once(answer, "close");
      answer.writeHead(200).write("x");
    };
    const stop = new AbortController();
    await ask("/api/x", { signal: stop.signal });
    stop.abort();
    await expect(closed).resolves.toEqual([]);
  });
});

describe("redirects", () => {
  it.each([
    ["/v1/edges/https?a=b", "/api/edges/https?a=b"],
    ["next", "/api/next"],
  ])("within the other API are passed on: %s", async (location, passed) => {
    answerWith = (_, answer) => answer.writeHead(307, { location }).end();
    const answer = await ask("/api/x");
    expect([answer.status, answer.headers.get("location")]).toEqual([307, passed]);
  });

  it.each(["https://elsewhere.example/v1/x", "//elsewhere.example/v1/x", "/v2/x", "/v1/../secret"])(
    "out of it are refused: %s",
    async (location) => {
      answerWith = (_, answer) => answer.writeHead(302, { location }).end();
      const answer = await ask("/api/x");
      expect([answer.status, answer.headers.has("location")]).toEqual([502, false]);
      expect(((await answer.json()) as ErrorBody).error_code).toBe("ERR_GATEHOUSE_9202");
    },
  );
});

describe("an upstream that does not answer", () => {
  it("is 504 as JSON when it is silent, with a cause in the log", async () => {
    facade = await before(other, 60);
    answerWith = () => undefined;
    const answer = await ask("/api/x");
    const body = (await answer.json()) as ErrorBody;
    expect([answer.status, body.error_code]).toEqual([504, "ERR_GATEHOUSE_9201"]);
    expect(body.details?.["operation_id"]).toBe(answer.headers.get("gatehouse-operation-id"));
    expect(logged).toContain('"code":"silent"');
    expect(logged).not.toContain(KEY);
  });

  // A 101 nobody had asked for left the request waiting for ever. Law: every answer of the upstream ends the request.
  it("is 502 when it switches protocols, and a path that could be read as leaving the API is not sent on", async () => {
    let seen = 0;
    answerWith = (_asked, answer) => {
      seen += 1;
      answer.socket?.end("HTTP/1.1 101 S\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n");
    };
    expect((await ask("/api/keys")).status).toBe(502);
    expect(await askRaw("/api/..;/x")).toBe(404);
    expect(seen).toBe(1);
  });

  it("is 502 as JSON when it is gone or hangs up", async () => {
    answerWith = (asked) => asked.socket.destroy();
    const cut = await ask("/api/x");
    expect([cut.status, ((await cut.json()) as ErrorBody).error_code]).toEqual([502, "ERR_GATEHOUSE_9200"]);
    facade = await before("http://127.0.0.1:1");
    const gone = await ask("/api/x", { method: "POST", body: "{}" });
    expect(gone.status).toBe(502);
    expect(((await gone.json()) as ErrorBody).msg).toContain("ECONNREFUSED");
  });
});

describe("beside the API", () => {
  it("serves its own console’s configuration and says that it is up", async () => {
    expect(await (await ask("/config.json")).json()).toEqual({
      baseUrl: "/api",
      versionHeader: "Service-Version",
      forwards: true,
    });
    expect((await ask("/healthz")).status).toBe(200);
    expect((await ask("/readyz")).status).toBe(200);
  });
});

describe("before a real service", () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startTestService();
    closing.push(service.close);
  });

  it("creates, reads and deletes, compressed or not, and passes errors through", async () => {
    const versioned = await startUpstream({
      config: testConfig({ versionHeader: "X-Version" }),
      upstream: `${service.origin}/api`,
      log: pino({ level: "silent" }),
      consoleDir: tmpdir(),
    });
    closing.push(versioned.dispose);
    const headers = {
      authorization: `Bearer ${service.key}`,
      "x-version": "2",
      "content-type": "application/json",
    };
    const url = `${versioned.origin}/api/api_keys`;
    const body = JSON.stringify({ metadata: "m".repeat(4000) });
    const made = await fetch(url, { method: "POST", headers, body });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    const list = (await (await fetch(url, { headers })).json()) as { keys: { id: string }[] };
    expect(list.keys[0]?.id).toBe(id);
    expect((await fetch(`${url}/${id}`, { method: "DELETE", headers })).status).toBe(204);
    const missing = await fetch(`${url}/${id}`, { headers });
    expect([missing.status, ((await missing.json()) as ErrorBody).error_code]).toEqual([
      404,
      "ERR_GATEHOUSE_9002",
    ]);
  });
});
