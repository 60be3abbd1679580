// Cause: an address with policies let nobody in. Law: rules act in their order, each action as documented, the trail says which rule
// decided by which expression, and where it is, and what can't be judged does not pass (docs/decisions/edge/policies.md).
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { POLICY_VARIABLES } from "#contract/cel/policy-variables.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { EDGE, moduleEdge } from "../../testing/module-edge.ts";
import { act, policyCalls } from "../../testing/policy-calls.ts";
import { createLiveState } from "../live-state.ts";

const t = moduleEdge();
const { app, call, seen, told } = policyCalls(t);

describe("inbound", () => {
  test("a rule acts where all of its expressions are true, and the trail says so", async () => {
    app();
    const deny = act("deny", { status_code: 405 }, "req.Method != 'GET'", "conn.client_ip == '127.0.0.1'");
    const rules = [{ ...deny, name: "Only GET" }, act("log", { metadata: { tier: "free" } })];
    expect(await call({ inbound: rules })).toMatchObject({ status: 200, body: "from the app" });
    const ref = (text: string, field: string) => ({ id: t.ids.route, text, field });
    expect(await told()).toMatchObject({
      refs: [ref("Only GET", "inbound.0.name"), ref("Rule 2", "inbound.1.name")],
      lines: [
        "policies skipped: Only GET: req.Method != 'GET' is false",
        "policies applied: Rule 2: always",
        "policies allow: 1 of 2 inbound rules applied",
      ],
      logs: [{ tier: "free" }],
    });
    const post = await call({ inbound: rules }, "/v1/x", {}, { method: "POST" });
    expect(post.status).toBe(405);
    expect(post.headers["gatehouse-error-code"]).toBe("ERR_GATEHOUSE_3270");
    expect(JSON.parse(post.body)).toMatchObject({ status_code: 405, error_code: "ERR_GATEHOUSE_3270" });
    expect(await told()).toMatchObject({
      refs: [ref("Only GET", "inbound.0.name")],
      lines: ["policies block: Only GET: req.Method != 'GET' and conn.client_ip == '127.0.0.1'"],
      error_code: "ERR_GATEHOUSE_3270",
      logs: undefined,
    });
  });

  test("deny is 403 unless told, and one rule may stand alone", async () => {
    await t.set("policies", { inbound: act("deny") });
    expect(await t.call("/v1/x", { headers: { host: EDGE } })).toMatchObject({ status: 403 });
    await t.set("policies", { enabled: false, inbound: act("deny") });
    expect(await t.call("/v1/x", { headers: { host: EDGE } })).toMatchObject({ status: 200 });
  });

  test.each<[what: string, config: object, expected: { status: number; headers: object; body: string }]>([
    [
      "JSON",
      { content: '{"a":1}' },
      { status: 200, headers: { "content-type": "application/json" }, body: '{"a":1}' },
    ],
    [
      "a page",
      { status_code: 503, content: "<!DOCTYPE html><p>Köln" },
      {
        status: 503,
        headers: { "content-type": "text/html; charset=utf-8" },
        body: "<!DOCTYPE html><p>Köln",
      },
    ],
    [
      "expressions, fields of the event, and headers",
      {
        status_code: 404,
        content: "${req.method} ${.conn.client_ip} ${req.headers['x-none'][0]}${getReqHeader('x-tag')}!",
        headers: {
          "X-From": "${req.url.path}\r\nx: ${req.headers['x-tag'][0]}",
          "content-length": "1",
          "Content-Type": "text/x",
        },
      },
      {
        status: 404,
        headers: { "content-type": "text/x", "x-from": "/v1/xx: one, two", "content-length": "23" },
        body: "GET 127.0.0.1 one, two!",
      },
    ],
  ])("custom-response: %s", async (_what, config, expected) => {
    app();
    const got = await call({ inbound: [act("custom-response", config), act("deny")] }, "/v1/x", {
      "x-tag": "one, two",
    });
    expect(got).toMatchObject(expected);
    expect(seen()).toBeNull();
    expect(await told()).toMatchObject({ lines: ["policies answer: Rule 1: always"], outcome: "answered" });
  });

  // Cause: the content of a custom response was sent with 205, and its length with 204, which ends an HTTP/2 request in an error. Law:
  // where an answer has no body, it says nothing of one.
  test.each([204, 205, 304])("custom-response %i has no body", async (status_code) => {
    app();
    const got = await call({ inbound: [act("custom-response", { status_code, content: "hello" })] });
    expect(got).toMatchObject({ status: status_code, body: "" });
    expect(got.headers).not.toHaveProperty("content-length");
    expect(got.headers).not.toHaveProperty("content-type");
  });

  test.each<[from: string, to: string, path: string, url: string]>([
    ["^/v1/(\\w+)", "/v2/$1", "/v1/users?id=3", "/v2/users?id=3"],
    [
      "/v1/users/(\\d+)",
      "/v2/users?id=${1}&by=$arg_by&",
      "/v1/users/42?by=me%20too",
      "/v2/users?id=42&by=me%20too&?by=me%20too",
    ],
    ["^.*$", "$uri/all$is_args$args", "/v1/a?b=c", "/v1/a/all?b=c"],
    ["a", "b", "/v1/aaa", "/v1/bbb"],
    ["^/v1/x$", "/${req.method}/$scheme/$host/é", "/v1/x", `/GET/http/${EDGE}/%C3%A9`],
    ["nowhere", "/other", "/v1/x?y=1", "/v1/x?y=1"],
  ])("url-rewrite: %s to %s", async (from, to, path, url) => {
    app();
    const later = act("deny", {}, `req.url.uri != '${url}'`);
    expect(await call({ inbound: [act("url-rewrite", { from, to }), later] }, path)).toMatchObject({
      status: 200,
    });
    expect(seen()?.url).toBe(url);
  });

  test("url-rewrite never leads to another host", async () => {
    app();
    for (const to of ["//evil.example/", "http://evil.example/", "x"]) {
      expect(await call({ inbound: [act("url-rewrite", { from: "^/v1/", to })] })).toMatchObject({
        status: 503,
      });
      expect((await told()).lines[0]).toMatch(/must give a path that begins with one \/$/);
    }
    expect(seen()).toBeNull();
  });

  test("headers are added and removed in order, and later rules see them", async () => {
    app();
    await t.set("request_headers", { add: { "x-last": "${.http.request.method}" } });
    const rules = [
      act("remove-headers", { headers: ["X-Debug", "x-tag"] }),
      act("add-headers", {
        headers: { "x-tag": "${conn.client_ip}", "x-Client": "a", host: "inside.example" },
      }),
      act(
        "add-headers",
        { headers: { "x-client": "b", "transfer-encoding": "chunked" } },
        "req.headers['x-tag'] == ['127.0.0.1']",
      ),
    ];
    await call({ inbound: rules }, "/v1/x", { "x-debug": "1", "x-tag": "own" });
    expect(seen()?.headers).toMatchObject({
      "x-tag": "127.0.0.1",
      "x-client": "a, b",
      host: "inside.example",
      "x-last": "get",
    });
    expect(seen()?.headers).not.toHaveProperty("x-debug");
    expect(seen()?.headers).not.toHaveProperty("transfer-encoding");
  });

  test("rate-limit counts by key, answers 429 with when to come again, and says what it has counted", async () => {
    app();
    const limit = {
      name: "Per client",
      algorithm: "sliding_window",
      capacity: 2,
      rate: "60s",
      bucket_key: ["getReqHeader('x-key')", "client_ip"],
    };
    const rules = { inbound: [act("rate-limit", limit)] };
    const from = (key: string) => t.call("/v1/x", { headers: { host: EDGE, "x-key": key } });
    expect(await call(rules, "/v1/x", { "x-key": "a" })).toMatchObject({ status: 200 });
    expect([await from("a"), await from("a"), await from("b")].map(({ status }) => status)).toEqual([
      200, 429, 200,
    ]);
    const blocked = await from("a");
    expect(blocked.headers["gatehouse-error-code"]).toBe("ERR_GATEHOUSE_3271");
    expect(Number(blocked.headers["retry-after"])).toBeGreaterThan(50);
    expect(Number(blocked.headers["retry-after"])).toBeLessThanOrEqual(61);
    const { rate_limits } = await createLiveState(t.account, "test")(t.ids.route);
    const counted = { name: "Per client", capacity: 2, window_seconds: 60, keys: 2, full: 1 };
    // What a visitor is known by may be a secret: it is never shown.
    const busiest = [2, 1].map((used) => ({ key: ["redacted", "127.0.0.1"], used }));
    expect(rate_limits).toMatchObject([{ ...counted, rule: "Rule 1", busiest }]);
    const refused = ({ gatehouse }: TrafficEvent) => gatehouse?.error_code === "ERR_GATEHOUSE_3271";
    expect((await told(refused)).lines).toEqual([
      "policies block: Rule 1: always. Per client: more than 2 in 60 s",
    ]);
  });

  test("jwt-validation asks for a token as the module does", async () => {
    app();
    const config = {
      issuer: { allow_list: [{ value: "https://login.example.com" }] },
      audience: { allow_list: [{ value: "https://api.example.com" }] },
      http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
      jws: {
        allowed_algorithms: ["RS256"],
        keys: { sources: { additional_jkus: ["https://login.example.com/k"] } },
      },
    };
    const got = await call({ inbound: [act("jwt-validation", config)] });
    expect(got).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
    expect((await told()).lines[0]).toMatch(/^policies block: Rule 1: always\. /);
  });

  test("log is bounded, has no secret, and its expressions are filled in", async () => {
    app();
    const rules = [
      act("log", {
        metadata: { path: "${req.url.path}", list: ["${req.method}", 1], api_key: "${req.host}" },
      }),
      act("log", { metadata: { all: "${req.url}" } }),
      { actions: Array.from({ length: 30 }, () => ({ type: "log" })) },
    ];
    await call({ inbound: rules }, `/v1/x?${"a".repeat(5_000)}`);
    const { logs } = await told();
    expect(logs?.slice(0, 2)).toEqual([
      { path: "/v1/x", list: ["GET", 1], api_key: "redacted" },
      { error: "This log has more than 4096 characters" },
    ]);
    expect(logs).toHaveLength(20);
  });
});

describe("outbound", () => {
  test("rules see the answer and change its headers, before it is compressed and given more", async () => {
    app({ "content-type": "text/plain", "x-powered-by": "app", "x-tag": "own" }, 201, "x".repeat(1_000));
    await t.set("compression", { enabled: true });
    await t.set("response_headers", { add: { "x-last": "1" } });
    const outbound = [
      act("remove-headers", { headers: ["X-Powered-By"] }, "res.StatusCode == '201'"),
      act(
        "add-headers",
        { headers: { "x-tag": "${res.status_code}" } },
        "'own' in res.headers['x-tag']",
        "req.method == 'GET'",
      ),
      act("add-headers", { headers: { "x-never": "1" } }, "res.status_code >= 400"),
      act("log", { metadata: { status: "${res.status_code}" } }),
    ];
    const got = await call({ inbound: [act("log")], outbound }, "/v1/x", { "accept-encoding": "gzip" });
    expect(got).toMatchObject({
      status: 201,
      headers: { "x-tag": "own, 201", "content-encoding": "gzip", "x-last": "1" },
    });
    expect(got.headers).not.toHaveProperty("x-powered-by");
    expect(got.headers).not.toHaveProperty("x-never");
    const { lines, logs } = await told();
    expect(lines.filter((line) => !line.startsWith("policies"))).toHaveLength(2);
    expect(lines.slice(2, 6)).toEqual([
      "policies applied: Rule 1: res.StatusCode == '201'",
      "policies applied: Rule 2: 'own' in res.headers['x-tag'] and req.method == 'GET'",
      "policies skipped: Rule 3: res.status_code >= 400 is false",
      "policies applied: Rule 4: always",
    ]);
    expect(logs).toEqual([{}, { status: "201" }]);
  });

  test("every variable and function has its value on the way through the edge", async () => {
    app({ location: "/there", "set-cookie": "id=7; Secure", "x-tag": "own" }, 302);
    const content = `\${conn.ClientIP} \${conn.server_ip} \${conn.server_port} \${req.Host} \${req.URL} \${req.url}
\${req.Protocol} \${req.version} \${req.Method} \${req.content_type} \${req.content_length} \${req.user_agent}
\${res.StatusCode} \${res.status_code} \${res.location} \${size(res.headers)}`;
    const all = [...POLICY_VARIABLES.keys()].map((name) => `${name} == ${name}`);
    const functions = [
      "hasReqHeader('x-tag') && getReqHeader('X-Tag') == ['visitor']",
      "hasQueryParam('a') && getQueryParam('a') == ['1', '2']",
      "hasReqCookie('c') && getReqCookie('c').Value == '3'",
      "hasResHeader('x-tag') && getResHeader('x-tag') == ['own']",
      "hasResCookie('id') && getResCookie('id').Secure",
      "inCidrRange(conn.client_ip, '127.0.0.0/8') && inCidrRanges(conn.client_ip, ['127.0.0.1/32'])",
      "timestamp(time.now) - conn.start_ts < duration('60s') && conn.bytes_in == 0 && conn.tls.version == ''",
    ];
    const headers = { "x-tag": "visitor", cookie: "c=3", "content-type": "a/b; c=d", "user-agent": "probe" };
    const outbound = [act("custom-response", { content }, ...all, ...functions)];
    const { body } = await call({ outbound }, "/v1/x?a=1&a=2", headers);
    const port = t.httpPort;
    expect(body.split(/\s/)).toEqual(
      `127.0.0.1 127.0.0.1 ${port} ${EDGE} /v1/x?a=1&a=2 http://${EDGE}/v1/x?a=1&a=2 HTTP/1.1 HTTP/1.1 GET a/b 0 probe 302 302 /there`
        .split(" ")
        .concat(expect.stringMatching(/^\d$/)),
    );
  });

  test.each([["GET"], ["POST"], ["HEAD"]])(
    "custom-response replaces the app's answer to %s",
    async (method) => {
      app({ "x-app": "1" }, 500, "stack trace ".repeat(50_000));
      await t.set("response_headers", { add: { "x-last": "1" } });
      const outbound = [
        act("custom-response", { status_code: 502, content: "Sorry" }, "res.status_code == 500"),
        act("log"),
      ];
      const streamed = method === "POST" ? { "transfer-encoding": "chunked" } : {};
      const got = await call({ outbound }, "/v1/x", streamed, {
        method,
        ...(method === "POST" && { body: "abc" }),
      });
      expect(got).toMatchObject({
        status: 502,
        body: method === "HEAD" ? "" : "Sorry",
        headers: { "x-last": "1" },
      });
      expect(got.headers).not.toHaveProperty("x-app");
      expect(await told()).toMatchObject({ outcome: "answered", logs: undefined });
      expect(seen()).not.toBeNull();
    },
  );

  test("an upgrade is changed and replaced as well", async () => {
    t.answer((_asked, response) => response.end());
    const sockets = new WebSocketServer({ server: t.app });
    const open = async (): Promise<number | string> => {
      const socket = new WebSocket(`ws://127.0.0.1:${t.httpPort}/v1/x`, { headers: { host: EDGE } });
      socket.on("error", () => undefined);
      const [answer] = await Promise.race([
        once(socket, "upgrade"),
        once(socket, "unexpected-response").then(([, one]) => [one]),
      ]);
      socket.terminate();
      return answer.headers["x-tag"] ?? answer.statusCode;
    };
    const outbound = [act("add-headers", { headers: { "x-tag": "new" } }, "res.status_code == 101")];
    await t.set("policies", { outbound });
    expect(await open()).toBe("new");
    await t.set("policies", { outbound: [act("custom-response", { status_code: 418 })] });
    expect(await open()).toBe(418);
    await t.set("policies", { inbound: [act("deny", { status_code: 451 })] });
    expect(await open()).toBe(451);
    sockets.close();
  });
});
