import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WRONG_KEYS } from "#contract/api-facts.ts";
import type { ErrorBody } from "#contract/error.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const issuesOf = (body: ErrorBody) => JSON.parse(body.details?.["issues"] ?? "null") as unknown;

describe("who may call", () => {
  it.each([
    ["", "ERR_GATEHOUSE_200"],
    ["Basic YTpi", "ERR_GATEHOUSE_202"],
    ["Bearer", "ERR_GATEHOUSE_202"],
    ["Bearer two words", "ERR_GATEHOUSE_202"],
    ["Bearer sécret", "ERR_GATEHOUSE_202"],
    ["Bearer gh2_unknown-but-well-formed", "ERR_GATEHOUSE_203"],
    ["Bearer gha_0123456789_abcdef", "ERR_GATEHOUSE_206"],
    ["Bearer ak_0ERWvfffQdHkfjs044F90wjywet", "ERR_GATEHOUSE_208"],
  ])("refuses %j with %s and never repeats it", async (authorization, code) => {
    const { status, body, headers } = await app.call("GET /api_keys", { headers: { authorization } });
    expect(status).toBe(401);
    expect(body.error_code).toBe(code);
    expect(headers.get("www-authenticate")).toBe("Bearer");
    const secret = /[\w-]{12,}/.exec(authorization)?.[0] ?? "no secret was sent";
    expect(JSON.stringify(body) + app.logged.join("")).not.toContain(secret);
  });

  it("lets the key's token in, whatever the case of the scheme", async () => {
    const { status } = await app.call("GET /api_keys", { headers: { authorization: `bearer ${app.key}` } });
    expect(status).toBe(200);
  });
});

describe("the version header", () => {
  it("names the supported versions when it is missing or wrong", async () => {
    const missing = await app.call("GET /api_keys", { headers: { "service-version": "" } });
    expect(missing).toMatchObject({ status: 400, body: { error_code: "ERR_GATEHOUSE_218" } });
    expect(missing.body.msg).toContain("Supported versions: 2");
    const wrong = await app.call("GET /api_keys", { headers: { "service-version": "1" } });
    expect(wrong).toMatchObject({ status: 400, body: { error_code: "ERR_GATEHOUSE_217" } });
    expect(wrong.body.msg).toContain("Service-Version: 2");
  });

  it("has the family's alias", async () => {
    const headers = { "service-version": "", "ngrok-version": "2" };
    expect((await app.call("GET /api_keys", { headers })).status).toBe(200);
  });
});

describe("bodies", () => {
  it.each([
    ["no body", {}, 400, "ERR_GATEHOUSE_213"],
    ["malformed JSON", { raw: '{"description": }' }, 400, "ERR_GATEHOUSE_213"],
    ["broken UTF-8", { raw: new Uint8Array([0x22, 0xff, 0x22]) }, 400, "ERR_GATEHOUSE_213"],
    ["a list", { body: [] }, 400, "ERR_GATEHOUSE_215"],
    ["an unknown field", { body: { desc: "x" } }, 400, "ERR_GATEHOUSE_214"],
    ["a wrong type", { body: { description: 5 } }, 400, "ERR_GATEHOUSE_215"],
    ["too many bytes in a field", { body: { description: "é".repeat(128) } }, 400, "ERR_GATEHOUSE_215"],
    ["no content type", { body: {}, headers: { "content-type": "" } }, 415, "ERR_GATEHOUSE_216"],
    [
      "a form",
      { raw: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } },
      415,
      "ERR_GATEHOUSE_210",
    ],
    [
      "another charset",
      { body: {}, headers: { "content-type": "application/json; charset=latin1" } },
      415,
      "ERR_GATEHOUSE_210",
    ],
    ["more than 256 kB", { body: { metadata: "x".repeat(270_000) } }, 413, "ERR_GATEHOUSE_9004"],
    [
      "more than 256 kB without saying so",
      { body: { metadata: "x".repeat(270_000) }, headers: { "content-length": "" } },
      413,
      "ERR_GATEHOUSE_9004",
    ],
  ])("refuses %s", async (_, sent, status, code) => {
    const answer = await app.call("POST /api_keys", sent);
    expect(answer).toMatchObject({ status, body: { error_code: code, status_code: status } });
  });

  it("says which field, what is wrong, and which fields there are", async () => {
    const { body } = await app.call("POST /api_keys", { body: { description: 5, extra: 1 } });
    expect(issuesOf(body)).toEqual([
      { path: ["description"], message: "must be a text" },
      { path: ["extra"], message: "is not a known field. The fields are description, metadata, owner_id" },
    ]);
    expect(body.msg).toBe(
      "description must be a text. extra is not a known field. The fields are description, metadata, owner_id.",
    );
  });

  it("accepts a charset of UTF-8", async () => {
    const headers = { "content-type": 'Application/JSON; charset="UTF-8"' };
    expect((await app.call("POST /api_keys", { body: {}, headers })).status).toBe(201);
  });
});

describe("queries", () => {
  it.each([
    ["/api_keys?page=2", "ERR_GATEHOUSE_231"],
    ["/api_keys?limit=1&limit=2", "ERR_GATEHOUSE_232"],
    ["/api_keys?limit=0", "ERR_GATEHOUSE_233"],
    ["/api_keys?limit=101", "ERR_GATEHOUSE_233"],
    ["/api_keys?limit=ten", "ERR_GATEHOUSE_233"],
    ["/api_keys?before_id=ts_0", "ERR_GATEHOUSE_215"],
    ["/api_keys?before_id=", "ERR_GATEHOUSE_215"],
    ["/api_keys/ak_0?limit=1", "ERR_GATEHOUSE_231"],
  ])("refuses %s with %s", async (path, code) => {
    const answer = await app.call(`GET ${path}`);
    expect(answer).toMatchObject({ status: 400, body: { error_code: code } });
  });
});

describe("paths and methods", () => {
  it("answers JSON for what does not exist", async () => {
    for (const path of ["/api/nope", "/api", "/api/api_keys/", "/assets/missing-1234.js", "/nothing"]) {
      const answer = await app.fetch(path);
      expect(answer.status).toBe(404);
      const error = { error_code: "ERR_GATEHOUSE_9000", status_code: 404, details: { path } };
      expect(await answer.json()).toMatchObject(error);
    }
  });

  it("answers 405 with what is allowed", async () => {
    const { status, body, headers } = await app.call("PUT /api_keys/ak_0");
    expect(status).toBe(405);
    expect(body.error_code).toBe("ERR_GATEHOUSE_9001");
    expect(headers.get("allow")?.split(", ").toSorted()).toEqual(["DELETE", "GET", "HEAD", "PATCH"]);
  });

  it("answers 405 beside the operations too", async () => {
    for (const path of ["/api/openapi.json", "/healthz", "/readyz", "/config.json"]) {
      const answer = await app.fetch(path, { method: "POST" });
      expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 405, "GET, HEAD"]);
    }
  });

  it("tells an id of another kind from one that is unknown", async () => {
    expect((await app.call("GET /api_keys/ts_0")).body.error_code).toBe("ERR_GATEHOUSE_227");
    const unknown = await app.call("GET /api_keys/ak_0");
    expect(unknown).toMatchObject({ status: 404, body: { error_code: "ERR_GATEHOUSE_9002" } });
  });
});

describe("every answer", () => {
  it("has an operation id in header, error details and log, and one log line", async () => {
    const { headers, body } = await app.call("GET /api_keys/ak_0");
    const id = headers.get("gatehouse-operation-id");
    expect(id).toMatch(/^op_[0-9A-Za-z]{27}$/);
    expect(body.details?.["operation_id"]).toBe(id);
    expect(app.logged).toHaveLength(1);
    expect(JSON.parse(app.logged[0]!)).toMatchObject({
      operation_id: id,
      status: 404,
      operation: "ApiKeysGet",
    });
  });

  it("is logged without secrets", async () => {
    const created = await app.call<{ token: string }>("POST /api_keys", {
      body: { metadata: "private-text" },
    });
    await app.call(`GET /api_keys?before_id=${created.body.token}`);
    const { body } = await app.call(`GET /api_keys/${created.body.token}`);
    const lost = await (await app.fetch(`/${created.body.token}`)).text();
    for (const text of [JSON.stringify(body), lost]) expect(text).not.toContain(created.body.token);
    const log = app.logged.join("");
    expect(log).toContain("ApiKeysCreate");
    for (const secret of [app.key, created.body.token, "private-text", "Bearer"]) {
      expect(log).not.toContain(secret);
    }
  });

  it("is kept by no cache and sniffed by no browser", async () => {
    const { headers } = await app.call("GET /api_keys");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("failures of the service itself", () => {
  it("are 500 with code 9005, and logged with their stack", async () => {
    await app.db.schema.dropTable("endpoints").execute();
    const { status, body } = await app.call("GET /endpoints");
    expect(status).toBe(500);
    expect(body.error_code).toBe("ERR_GATEHOUSE_9005");
    expect(body.msg).not.toContain("endpoints");
    const line = JSON.parse(app.logged[0]!) as { operation_id: string; err: { stack: string } };
    expect(line.operation_id).toBe(body.details?.["operation_id"]);
    expect(line.err.stack).toMatch(/no such table|does not exist/);
  });
});

describe("a console that is hosted elsewhere", () => {
  it("gets its preflight answered without a key", async () => {
    const answer = await app.fetch("/api/api_keys/ak_0", {
      method: "OPTIONS",
      headers: {
        origin: "https://console.example",
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization,service-version",
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://console.example");
    expect(answer.headers.get("access-control-allow-methods")).toContain("PATCH");
    expect(answer.headers.get("access-control-allow-headers")).toBe("authorization,service-version");
    expect(answer.headers.get("access-control-max-age")).toBe("600");
    expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
  });

  it("may read answers and errors", async () => {
    for (const operation of ["GET /api_keys", "GET /api_keys/ak_0", "GET /nope"]) {
      const { headers } = await app.call(operation, { headers: { origin: "https://console.example" } });
      expect(headers.get("access-control-allow-origin")).toBe("https://console.example");
      expect(headers.get("access-control-expose-headers")).toContain("Gatehouse-Operation-Id");
      expect(headers.get("vary")).toContain("Origin");
    }
  });
});

describe("beside the API", () => {
  it("says that it is up, ready, and how a console finds it", async () => {
    expect((await app.fetch("/healthz")).status).toBe(200);
    expect((await app.fetch("/readyz")).status).toBe(200);
    expect(await (await app.fetch("/config.json")).json()).toEqual({
      baseUrl: "/api",
      versionHeader: "Service-Version",
      agentUrl: "http://service.test",
      secrets: "kept",
      callbackPath: "/oauth2/callback",
      samlUrl: "http://service.test/saml",
      backends: ["tunnel_group"],
    });
  });

  it("is not ready when the database does not answer, nor while stopping", async () => {
    const stopping = await startTestApp({ stopping: () => true });
    const answer = await stopping.fetch("/readyz");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("connection")).toBe("close");
    await stopping.close();
  });
});

describe("the rate limit", () => {
  it("answers 429 with Retry-After, per key", async () => {
    const limited = await startTestApp({ rateLimit: 3 });
    const made = await limited.call<{ token: string }>("POST /api_keys", { body: {} });
    await limited.call("GET /api_keys");
    await limited.call("GET /api_keys");
    const refused = await limited.call("GET /api_keys");
    expect(refused).toMatchObject({ status: 429, body: { error_code: "ERR_GATEHOUSE_226" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(50);
    const authorization = `Bearer ${made.body.token}`;
    expect((await limited.call("GET /api_keys", { headers: { authorization } })).status).toBe(200);
    await limited.close();
  });

  it("makes an address wait that keeps sending wrong keys, and lets a right key from it pass", async () => {
    const guarded = await startTestApp({ keyFailures: 20 });
    const http = await guarded.listen();
    const ask = (key: string) =>
      fetch(`${http.origin}/api/api_keys`, {
        headers: { authorization: `Bearer ${key}`, "service-version": "2" },
      });
    const wrong = Array.from({ length: 22 }, (_, i) => `ghk_${String(i).padStart(40, "0")}`);
    const statuses: number[] = [];
    for (const key of wrong) statuses.push((await ask(key)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    // Its own code: another wait is not about the key.
    const refused = (await (await ask("ghk_wrong")).json()) as { error_code: string };
    expect(refused.error_code).toBe(WRONG_KEYS);
    expect((await ask(guarded.key)).status).toBe(200);
    await http.stop();
    await guarded.close();
  });
});
