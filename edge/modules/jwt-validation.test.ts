// Cause: where JWT validation was on, the edge let nobody in. Law: it lets in who has a valid token everywhere the module looks for
// one, whoever made it; keys that can't be known let in nobody, in bounded time; no reason repeats a token
// (docs/decisions/edge/jwt-validation.md).
import { execFileSync } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { addEdge, setModule } from "../testing/add-edge.ts";
import { startTestEdge, type TestEdge } from "../testing/test-edge.ts";

const HOST = "edge.example";
const ISSUER = "https://login.example";
const AUDIENCE = "https://api.example";
const BEARER = { type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " };

let t: TestEdge;
let route: string;
/** What the issuer answers, and how often it was asked, by the path of a source of keys. */
let issuer: Server;
const sources = new Map<string, { answer: RequestListener; asked: number }>();
const received: string[] = [];

const now = () => Math.floor(Date.now() / 1_000);
const json =
  (value: unknown): RequestListener =>
  (_request, response) =>
    response.end(JSON.stringify(value));
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A key of the issuer by `jose`. */
async function keyOf(alg: string, kid?: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), ...(kid !== undefined && { kid }) };
  const sign = (claims: JWTPayload = {}, header: object = {}) =>
    new SignJWT({ iss: ISSUER, aud: AUDIENCE, exp: now() + 300, ...claims })
      .setProtectedHeader({ alg, ...(kid !== undefined && { kid }), ...header })
      .sign(privateKey);
  return { jwk, sign };
}
type Key = Awaited<ReturnType<typeof keyOf>>;
let rs: Key;
let es: Key;
let stranger: Key;

beforeAll(async () => {
  t = await startTestEdge();
  ({ route } = await addEdge(t.gateway.db, "https_edges", "https", `${HOST}:443`));
  await t.agent([{ proto: "http", labels: { app: "shop" }, forwards_to: t.appUrl }]);
  issuer = createServer((request, response) => {
    const source = sources.get(request.url ?? "");
    if (source) source.asked += 1;
    if (source) source.answer(request, response);
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(issuer, "listening");
  [rs, es, stranger] = await Promise.all([keyOf("RS256", "r1"), keyOf("ES256", "e1"), keyOf("RS256", "r1")]);
  t.answer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += String(part)));
    request.on("end", () => {
      received.push(body);
      response.end("in");
    });
  });
});
afterAll(async () => {
  issuer.closeAllConnections();
  issuer.close();
  await t.dispose();
});
afterEach(() => vi.restoreAllMocks());

/** A source of keys that no other test has asked. */
function sourceOf(answer: RequestListener = json({ keys: [rs.jwk, es.jwk] })) {
  const path = `/${sources.size}`;
  const source = {
    answer,
    asked: 0,
    url: `http://127.0.0.1:${(issuer.address() as AddressInfo).port}${path}`,
  };
  sources.set(path, source);
  return source;
}

type Change = Partial<Record<"algorithms" | "issuers" | "audiences" | "keys", string[]>> & {
  tokens?: object[];
};
const set = (change: Change = {}) => {
  const {
    tokens = [BEARER],
    algorithms = ["RS256", "ES256"],
    issuers = [ISSUER],
    audiences = [AUDIENCE],
    keys = [sourceOf().url],
  } = change;
  return setModule(t.gateway.db, route, "jwt_validation", {
    enabled: true,
    issuer: { allow_list: issuers.map((value) => ({ value })) },
    audience: { allow_list: audiences.map((value) => ({ value })) },
    http: { tokens },
    jws: { allowed_algorithms: algorithms, keys: { sources: { additional_jkus: keys } } },
  });
};

let calls = 0;
/** What a request came to: its status, and what its event says. */
async function judged(headers: Record<string, string>, body?: string) {
  const path = `/v1/${(calls += 1)}`;
  const post = body === undefined ? {} : { method: "POST", body };
  const { status } = await t.call(path, { headers: { host: HOST, ...headers }, ...post });
  const event = await vi.waitFor(() => {
    const found = t.events.find(({ object }) => JSON.stringify(object).includes(`"${path}"`));
    if (!found) throw new Error(`There is no event of ${path}.`);
    return found;
  });
  const { decisions: [decision] = [], error_code: code = null } = event.gatehouse ?? {};
  const { module, verdict, reason = "" } = decision ?? {};
  return { status, code, module, verdict, reason, event: JSON.stringify(event) };
}
const bearer = (token: string) => judged({ authorization: `Bearer ${token}` });
const statusOf = async (token: string) =>
  (await t.call("/v1/", { headers: { host: HOST, authorization: `Bearer ${token}` } })).status;

type Made = () => string | Promise<string>;
const unsigned = `${base64({ alg: "none" })}.${base64({ iss: ISSUER, aud: AUDIENCE, exp: 9e9 })}.`;
/** The public key as the secret of an HMAC, which a verifier that believes `alg` would accept. */
const confused = async () =>
  new SignJWT({ iss: ISSUER, aud: AUDIENCE, exp: 9e9 })
    .setProtectedHeader({ alg: "HS256", kid: "r1" })
    .sign(Buffer.from(JSON.stringify(rs.jwk)));
const tampered = async () => {
  const [header = "", , signature = ""] = (await rs.sign()).split(".");
  return [header, base64({ iss: ISSUER, aud: AUDIENCE, exp: 9e9 }), signature].join(".");
};

// Cause: of several issuers and audiences no test saw more than the first. Law: each entry of a list lets in.
test("each of several issuers and audiences is as good as the first", async () => {
  await set({ issuers: [ISSUER, "https://b.example"], audiences: [AUDIENCE, "b"] });
  const claims: JWTPayload[] = [
    { aud: "b" },
    { iss: "https://b.example" },
    { iss: "https://b.example", aud: "b" },
  ];
  expect(await Promise.all(claims.map(async (one) => statusOf(await rs.sign(one))))).toEqual([200, 200, 200]);
  expect(await statusOf(await rs.sign({ aud: "c" }))).toBe(403);
});

test("tokens of every kind: only what the issuer signed, for this audience, in its time, gets in", async () => {
  const rows: [what: string, made: Made, status: number, reason: string][] = [
    ["of RS256", () => rs.sign(), 200, "Issued by https://login.example, key r1"],
    ["of ES256", () => es.sign(), 200, "Issued by https://login.example, key e1"],
    ["with more audiences", () => rs.sign({ aud: ["https://b.example", AUDIENCE] }), 200, "Issued by"],
    ["without an end", () => rs.sign({ exp: undefined }), 200, "Issued by"],
    ["30 s late", () => rs.sign({ exp: now() - 30 }), 200, "Issued by"],
    ["30 s early", () => rs.sign({ nbf: now() + 30 }), 200, "Issued by"],
    ["with crit that is known", () => rs.sign({}, { crit: ["b64"], b64: true }), 200, "Issued by"],
    ["expired by a clock off by 5 min", () => rs.sign({ exp: now() - 300 }), 403, "It expired at 20"],
    ["from a clock 5 min early", () => rs.sign({ nbf: now() + 300 }), 403, "It is not valid before 20"],
    ["with a time that is none", () => rs.sign({ nbf: "soon" as never }), 403, "Its nbf can’t be read"],
    ["of another issuer", () => rs.sign({ iss: `${ISSUER}/` }), 403, `Issuer ${ISSUER}/ is not allowed`],
    [
      "for another audience",
      () => rs.sign({ aud: "https://b.example" }),
      403,
      "Audience https://b.example is not",
    ],
    ["for nobody", () => rs.sign({ aud: undefined }), 403, "It has no aud"],
    ["of a stranger who claims the key", () => stranger.sign(), 403, "Its signature is not valid"],
    ["with other claims", tampered, 403, "Its signature is not valid"],
    ["cut short", async () => (await rs.sign()).slice(0, -8), 403, "Its signature is not valid"],
    ["of a key that is not published", () => rs.sign({}, { kid: "r9" }), 403, "No key is published for it"],
    ["of another algorithm by a key", () => es.sign({}, { kid: "r1" }), 403, "No key is published for it"],
    ["of alg none", () => unsigned, 403, "Its algorithm is not allowed"],
    ["by the public key as a secret", confused, 403, "Its algorithm is not allowed"],
    ["that is none", () => "x.y.z", 403, "It is not a signed JWT"],
    ["that is encrypted", () => "a.b.c.d.e", 403, "It is not a signed JWT"],
  ];
  await set();
  const got = await Promise.all(
    rows.map(async ([what, made]) => {
      const token = await made();
      const { event, ...said } = await bearer(token);
      const repeated = token.split(".").filter((part) => part.length > 8 && event.includes(part));
      return { what, ...said, repeated };
    }),
  );
  expect(got).toEqual(
    rows.map(([what, , status, reason]) => ({
      what,
      status,
      code: status === 200 ? null : "ERR_GATEHOUSE_3261",
      module: "jwt_validation",
      verdict: status === 200 ? "allow" : "block",
      reason: expect.stringContaining(reason),
      repeated: [],
    })),
  );
});

test("tokens that OpenSSL signed get in", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-jwt-"));
  const openssl = (...args: string[]) =>
    execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "key");
  const publicKey = createPublicKey(openssl("pkey", "-in", "key", "-pubout"));
  const PSS = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"];
  const signedBy = (alg: string, ...options: string[]) => {
    const signed = `${base64({ alg, kid: "o1" })}.${base64({ iss: ISSUER, aud: AUDIENCE, exp: now() + 300 })}`;
    writeFileSync(join(folder, "signed"), signed);
    return `${signed}.${openssl("dgst", `-sha${alg.slice(2)}`, ...options, "-sign", "key", "signed").toString("base64url")}`;
  };
  const keys = [{ ...publicKey.export({ format: "jwk" }), kid: "o1", use: "sig" }];
  await set({ algorithms: ["RS256", "PS384"], keys: [sourceOf(json({ keys })).url] });
  const [rs256, ps384] = [signedBy("RS256"), signedBy("PS384", ...PSS)];
  expect(await Promise.all([rs256, ps384, ps384.replace(/.$/, "")].map(statusOf))).toEqual([200, 200, 403]);
});

describe("where a token is", () => {
  test("without one it is 401, and no key is asked for", async () => {
    const source = sourceOf();
    await set({ keys: [source.url] });
    const rows: [authorization: string | null, reason: string][] = [
      [null, "No token in header Authorization"],
      ["Basic eDp5", "The header Authorization does not begin with Bearer"],
      ["Bearer ", "The header Authorization does not begin with Bearer"],
    ];
    for (const [authorization, reason] of rows)
      expect(await judged(authorization === null ? {} : { authorization })).toMatchObject({
        status: 401,
        verdict: "block",
        reason,
        code: "ERR_GATEHOUSE_3260",
      });
    const { headers } = await t.call("/v1/", { headers: { host: HOST } });
    expect(headers["www-authenticate"]).toBe("Bearer");
    expect(source.asked).toBe(0);
  });

  test("there is one everywhere; any case of the scheme will do", async () => {
    await set({ tokens: [BEARER, { type: "jwt", method: "header", name: "X-Id" }] });
    const token = await rs.sign();
    const call = (authorization: string, id?: string) =>
      t.call("/v1/", { headers: { host: HOST, authorization, ...(id !== undefined && { "x-id": id }) } });
    expect(await call(`bEARER ${token}`, token)).toMatchObject({ status: 200 });
    expect(await call(`Bearer ${token}`)).toMatchObject({ status: 401 });
    expect(await call(`Bearer ${token}`, await stranger.sign())).toMatchObject({ status: 403 });
  });

  test("in a body: one member of a JSON object, or one field of a form, and the app gets the body whole", async () => {
    const [JSON_TYPE, FORM] = ["application/json; charset=utf-8", "application/x-www-form-urlencoded"];
    const token = await rs.sign();
    const none = "No token in body field id_token";
    const twice = "There is more than one body field id_token";
    const rows: [type: string, body: string, status: number, reason: string][] = [
      [JSON_TYPE, `{"a":1,"id_token":"${token}"}`, 200, "Issued by"],
      ["application/vnd.x+json", `{"id_token":"${token}"}`, 200, "Issued by"],
      [FORM, `a=1&id_token=${token}`, 200, "Issued by"],
      [JSON_TYPE, "{}", 401, none],
      [JSON_TYPE, `{"id_token":"${token}"`, 401, none],
      [JSON_TYPE, `["id_token","${token}"]`, 401, none],
      [JSON_TYPE, `{"a":{"id_token":"${token}"}}`, 401, none],
      [JSON_TYPE, '{"id_token":7}', 401, none],
      // The app might take the other one.
      [JSON_TYPE, `{"id_token":"x","id_token":"${token}"}`, 401, twice],
      [JSON_TYPE, `{"id_token":"${token}","id\\u005ftoken":"x"}`, 401, twice],
      [FORM, `id_token=${token}&id_token=x`, 401, twice],
      ["text/plain", `id_token=${token}`, 401, "The body is neither JSON nor a form"],
      [FORM, `id_token=${token}&a=${"x".repeat(1_050_000)}`, 413, "The body is longer than 1 MiB"],
    ];
    await set({ tokens: [{ type: "jwt", method: "body", name: "id_token", prefix: "" }] });
    received.length = 0;
    const got = await Promise.all(rows.map(([type, body]) => judged({ "content-type": type }, body)));
    expect(got.map(({ status, reason }) => [status, reason])).toEqual(
      rows.map(([, , status, reason]) => [status, expect.stringContaining(reason)]),
    );
    const letIn = rows.flatMap(([, body, status]) => (status === 200 ? [body] : []));
    expect(received.toSorted()).toEqual(letIn.toSorted());
  });

  test.each<[type: string, typ: string | undefined, status: number]>([
    ["jwt", "at+jwt", 200],
    ["at+jwt", "application/AT+jwt", 200],
    ["at+jwt", "JWT", 200],
    ["at+jwt", undefined, 200],
    ["at+jwt", "it+jwt", 403],
    ["it+jwt", "at+jwt", 403],
    ["it+jwt", "logout+jwt", 403],
  ])("for %s its typ may be %s: %i", async (type, typ, status) => {
    await set({ tokens: [{ ...BEARER, type }] });
    expect(await statusOf(await rs.sign({}, { typ }))).toBe(status);
    expect(await statusOf(await rs.sign({ exp: undefined }, { typ }))).toBe(type === "jwt" ? 200 : 403);
  });
});

describe("keys", () => {
  test("are asked for once for all who wait, and again for one that is new, at most twice a minute", async () => {
    const source = sourceOf();
    await set({ keys: [source.url] });
    const token = await rs.sign();
    const many = await Promise.all(Array.from({ length: 20 }, () => statusOf(token)));
    expect(new Set(many)).toEqual(new Set([200]));
    expect(source.asked).toBe(1);
    // Rotated: the new one is good at once, the old one no more, though its token has passed before.
    const next = await keyOf("ES256", "e2");
    source.answer = json({ keys: [next.jwk] });
    expect(await statusOf(await next.sign())).toBe(200);
    expect(await statusOf(token)).toBe(403);
    expect(await statusOf(await es.sign({}, { kid: "e9" }))).toBe(403);
    expect(source.asked).toBe(2);
  });

  test("without names are tried each, and a damaged one harms only its own tokens", async () => {
    const [one, two] = await Promise.all([keyOf("ES256"), keyOf("ES256")]);
    const keys = [one.jwk, { ...one.jwk, x: "AA", kid: "bad" }, two.jwk];
    await set({ keys: [sourceOf(json({ keys })).url] });
    expect(await statusOf(await two.sign())).toBe(200);
    expect(await statusOf(await one.sign({}, { kid: "bad" }))).toBe(403);
    expect(await statusOf(await stranger.sign())).toBe(403);
  });

  test("that can’t be known let in nobody, in bounded time, and are not asked for again at once", async () => {
    // The time limit is a fiftieth of itself.
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const limits: number[] = [];
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      limits.push(ms);
      return timeout(ms / 50);
    });
    const rows: [answer: RequestListener, reason: string][] = [
      [(_request, response) => response.writeHead(500).end("{}"), "answered 500"],
      [(_request, response) => response.end("<html>"), "sent no JWKS"],
      [json({ keys: {} }), "sent no JWKS"],
      [json({ keys: ["a"] }), "sent no JWKS"],
      [(_request, response) => response.end(Buffer.alloc(300 * 1024, " ")), "sent more than 256 KiB"],
      [(_request, response) => response.writeHead(302, { location: sourceOf().url }).end(), "answered 302"],
      [(request) => request.socket.destroy(), "closed the connection"],
      [() => undefined, "did not answer within 5 s"],
      [(_request, response) => void response.write("{"), "did not answer within 5 s"],
    ];
    for (const [answer, reason] of rows) {
      const source = sourceOf(answer);
      await set({ keys: [source.url] });
      const token = await rs.sign();
      const [said] = await Promise.all([bearer(token), bearer(token)]);
      expect(said).toMatchObject({ status: 503, verdict: "block", reason: `${source.url} ${reason}` });
      expect(said.code).toBe("ERR_GATEHOUSE_3262");
      expect(await statusOf(token)).toBe(503);
      expect(source.asked).toBe(1);
    }
    expect(limits).toEqual(rows.map(() => 5_000));
  });

  test("of one source are good while another one fails, which is said of tokens that may be its own", async () => {
    const good = sourceOf(json({ keys: [rs.jwk] }));
    const bad = sourceOf((_request, response) => response.destroy());
    await set({ keys: [good.url, bad.url] });
    expect(await statusOf(await rs.sign())).toBe(200);
    expect(await statusOf(await es.sign())).toBe(503);
  });

  test("come over https, except on this machine; nobody is told the query of their URL", async () => {
    await set({ keys: ["http://login.example/jwks.json?key=s3cret"] });
    expect(await bearer(await rs.sign())).toMatchObject({
      status: 503,
      reason: "Keys are fetched over https only: http://login.example/jwks.json is not https",
      code: "ERR_GATEHOUSE_3204",
    });
  });
});

test("a change counts for tokens that have passed before", async () => {
  await set();
  const token = await rs.sign();
  expect([await statusOf(token), await statusOf(token)]).toEqual([200, 200]);
  await set({ issuers: ["https://other.example"] });
  expect(await statusOf(token)).toBe(403);
});
