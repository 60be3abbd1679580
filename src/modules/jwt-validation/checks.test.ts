import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { jwtValidationContract } from "#contract/modules/jwt-validation.ts";
import { makeKey, sign, type MadeKey } from "#testing/jwt-keys.ts";
import { checkToken, type Outcome } from "./checks.ts";
import { rulesOf } from "./rules.ts";

const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const seconds = now / 1000;
const rules = rulesOf(jwtValidationContract.example);
const good = {
  iss: "https://login.example.com",
  aud: ["other", "https://api.example.com"],
  exp: seconds + 900,
  nbf: seconds - 10,
};
let key: MadeKey;
let jwks: string;
beforeAll(async () => {
  key = await makeKey("ES256", "k1");
  jwks = JSON.stringify({ keys: [key.jwk] });
});

const header = { alg: "ES256", kid: "k1", typ: "JWT" };
const tokenOf = (claims: object = {}, more: object = {}) =>
  sign(key, { ...header, ...more }, { ...good, ...claims });
const ask = async (pasted: string, with_: Partial<Parameters<typeof checkToken>[0]> = {}) =>
  checkToken({ pasted, keys: jwks, rules, now, ...with_ });
const resultsOf = ({ checks }: Outcome) =>
  Object.fromEntries(checks.map(({ name, result }) => [name, result]));
const whyOf = ({ checks }: Outcome, name: string) => checks.find((check) => check.name === name)?.why;
const PASS = {
  Location: "pass",
  Format: "pass",
  Type: "pass",
  Algorithm: "pass",
  Signature: "pass",
  Issuer: "pass",
  Audience: "pass",
  "Not expired": "pass",
  "Not before": "pass",
};

it("a good token in its header passes every check", async () => {
  const outcome = await ask(`Authorization: Bearer ${await tokenOf()}`);
  expect(resultsOf(outcome)).toEqual(PASS);
  expect(outcome.verdict).toBe("accepted");
  expect(whyOf(outcome, "Not expired")).toBe("exp is in 15 min, 2026-01-02 03:19:05 UTC.");
});

// Cause: "exp is in 25516 d 2 h 7 min". Law: numbers read as people say them.
it.each([
  [70 * 365.25 * 86_400, "about 70 years"],
  [20 * 86_400 + 7200, "20 d"],
  [2 * 86_400 + 7210, "2 d 2 h"],
])("what ends in %s s ends in %s", async (left, said) => {
  const outcome = await ask(await tokenOf({ exp: now / 1000 + left }));
  expect(whyOf(outcome, "Not expired")).toContain(`exp is in ${said}, `);
});

it("a token alone is checked as well, and where it belongs is said", async () => {
  for (const prefix of ["", "Bearer "]) {
    const outcome = await ask(`\n ${prefix}${await tokenOf()}\n`);
    expect(resultsOf(outcome)).toEqual({ ...PASS, Location: "skipped" });
    expect(outcome.verdict).toBe("undecided");
    expect(whyOf(outcome, "Location")).toContain("header Authorization after “Bearer ”");
  }
});

describe("one fault at a time fails one check, and says why", () => {
  it.each<[string, object, object, string]>([
    ["Issuer", { iss: "https://login.example.com/" }, {}, "They differ in a trailing slash"],
    ["Issuer", { iss: "http://login.example.com" }, {}, "They differ in http and https"],
    ["Issuer", { iss: "https://evil.example" }, {}, "Allowed: https://login.example.com."],
    ["Issuer", { iss: ["https://login.example.com"] }, {}, "has no iss"],
    ["Audience", { aud: "https://API.example.com" }, {}, "upper and lower case"],
    ["Audience", { aud: [] }, {}, "has no aud"],
    ["Not expired", { exp: seconds - 3600 }, {}, "exp was 1 h ago, 2026-01-02 02:04:05 UTC."],
    ["Not expired", { exp: now + 900_000 }, {}, "milliseconds"],
    ["Not expired", { exp: "soon" }, {}, "not a number"],
    ["Not before", { nbf: seconds + 3600 }, {}, "nbf is in 1 h"],
    ["Signature", {}, { kid: "k2" }, "No key has the token’s kid, k2"],
  ])("%s: claims %j, header %j", async (name, claims, more, why) => {
    const outcome = await ask(`authorization: Bearer ${await tokenOf(claims, more)}`);
    expect(resultsOf(outcome)).toEqual({ ...PASS, [name]: "fail" });
    expect(whyOf(outcome, name)).toContain(why);
    expect(outcome.verdict).toBe("refused");
  });

  it.each([
    ["none", "not signed"],
    ["HS256", "shared secret"],
    ["ES512", "ES512 is not allowed. Allowed: RS256, ES256."],
    ["ES256K", "does not support it"],
    [undefined, "no alg"],
  ])("alg %s", async (alg, why) => {
    const outcome = await ask(`Authorization: Bearer ${await tokenOf({}, { alg })}`);
    expect(resultsOf(outcome)).toEqual({ ...PASS, Algorithm: "fail", Signature: "fail" });
    expect(whyOf(outcome, "Algorithm")).toContain(why);
  });
});

describe("what the API leaves open stays open", () => {
  it.each<[string, object, object]>([
    ["Not expired", { exp: undefined }, {}],
    ["Not expired", { exp: seconds - 20 }, {}],
    ["Not before", { nbf: seconds + 20 }, {}],
    ["Type", {}, { typ: "at+jwt" }],
    ["Critical headers", {}, { crit: ["b64"] }],
  ])("%s: claims %j, header %j", async (name, claims, more) => {
    const outcome = await ask(`Authorization: Bearer ${await tokenOf(claims, more)}`);
    expect(resultsOf(outcome)).toEqual({ ...PASS, [name]: "open" });
    expect(outcome.verdict).toBe("undecided");
  });

  it("without a typ a jwt passes, application/ and case don’t count", async () => {
    for (const typ of [undefined, "jwt", "application/JWT"]) {
      const outcome = await ask(`Authorization: Bearer ${await tokenOf({}, { typ })}`);
      expect(resultsOf(outcome)).toEqual(PASS);
    }
  });
});

describe("where it is looked for", () => {
  const at = (place: object, pasted: string) =>
    ask(pasted, {
      rules: { ...rules, places: [{ type: "jwt", method: "header", name: "X", prefix: "", ...place }] },
    });

  it("in a header whatever its case, in a form or JSON body to the letter", async () => {
    const token = await tokenOf();
    const body = { method: "body", name: "token" };
    expect(resultsOf(await at({}, `Host: a.example\nx: ${token}`))).toEqual(PASS);
    expect(resultsOf(await at(body, `a=b&token=${token}`))).toEqual(PASS);
    expect(resultsOf(await at(body, JSON.stringify({ a: 1, token })))).toEqual(PASS);
    for (const pasted of [`Token=${token}`, `token: ${token}`, JSON.stringify({ a: { token } })]) {
      expect(resultsOf(await at(body, pasted))).toEqual({ Location: "fail" });
    }
  });

  it("a prefix that is missing, in another case or without its space is pointed out, the token still checked", async () => {
    const token = await tokenOf();
    for (const [prefix, value, why] of [
      ["Bearer ", token, "does not start with “Bearer ”"],
      ["Bearer ", `bearer ${token}`, "in case"],
      ["Bearer", `Bearer ${token}`, "Use “Bearer ” with the space"],
    ] as const) {
      const outcome = await at({ prefix }, `X: ${value}`);
      expect(resultsOf(outcome)).toEqual({ ...PASS, Location: "open" });
      expect(whyOf(outcome, "Location")).toContain(why);
    }
  });
});

it("rules of both list shapes are the same rules", () => {
  const { issuer, audience, http, jws } = jwtValidationContract.example;
  const many = {
    issuer: { allow_list: [issuer.allow_list] },
    audience: { allow_list: [audience.allow_list] },
    http: { tokens: [http.tokens] },
    jws,
  };
  expect(rulesOf(many)).toEqual(rules);
});

it("of any claims, says what an oracle over sets and times says", async () => {
  const name = fc.constantFrom("a", "b", "c");
  const list = fc.uniqueArray(name, { maxLength: 3 });
  const offset = fc.integer({ min: -200, max: 200 });
  const claims = fc.record(
    { iss: name, aud: fc.oneof(name, list), exp: offset, nbf: offset },
    { requiredKeys: [] },
  );
  const kept = { places: rules.places, keyUrls: [] };
  await fc.assert(
    fc.asyncProperty(claims, list, list, fc.boolean(), async (some, issuers, audiences, allowed) => {
      const at = (value: number | undefined) => (value === undefined ? undefined : seconds + value);
      const { iss, aud, exp, nbf } = some;
      const token = await tokenOf({ iss, aud, exp: at(exp), nbf: at(nbf) });
      const algorithms = allowed ? ["ES256"] : ["RS256"];
      const outcome = await ask(`Authorization: Bearer ${token}`, {
        rules: { ...kept, issuers, audiences, algorithms },
      });
      const late = (by: number) => (by <= 0 ? "pass" : by > 60 ? "fail" : "open");
      const wanted = {
        ...PASS,
        Algorithm: allowed ? "pass" : "fail",
        Issuer: iss !== undefined && issuers.includes(iss) ? "pass" : "fail",
        Audience: [aud ?? []].flat().some((one) => audiences.includes(one)) ? "pass" : "fail",
        // exp is refused from its own second on, nbf only before it.
        "Not expired": exp === undefined ? "open" : exp === 0 ? "open" : late(-exp),
        "Not before": nbf === undefined ? "pass" : late(nbf),
      };
      expect(resultsOf(outcome)).toEqual(wanted);
      const results = Object.values(wanted);
      const verdict = results.includes("fail")
        ? "refused"
        : results.includes("open")
          ? "undecided"
          : "accepted";
      expect(outcome.verdict).toBe(verdict);
    }),
  );
});

it("takes any text, any keys and any rules, and never repeats what was pasted where it can’t be read", async () => {
  const marked = fc.oneof(
    fc.string(),
    fc.string().map((text) => `eyJ.${text}`),
    fc.json(),
  );
  await fc.assert(
    fc.asyncProperty(
      marked,
      marked,
      fc.dictionary(fc.string(), fc.jsonValue()),
      async (pasted, keys, module) => {
        const { checks } = await ask(`${pasted}s3cret`, { keys, rules: rulesOf(module) });
        expect(checks.length).toBeGreaterThan(0);
        expect(JSON.stringify(checks)).not.toContain("s3cret");
      },
    ),
  );
});

// Cause: "Accepted: all checks passed" stood over a form that closes its route, since its keys come over http://. Law: what the edge
// refuses is refused here.
it("fails every token where the keys come over http://", async () => {
  const token = `Authorization: Bearer ${await tokenOf()}`;
  const keyUrls = ["https://login.example.com/keys", "HTTP://login.example.com/jwks"];
  const outcome = await ask(token, { rules: { ...rules, keyUrls } });
  expect(outcome.verdict).toBe("refused");
  expect(whyOf(outcome, "Signature")).toBe(
    "The key URL is http://, so Gatehouse refuses every token. Use https://.",
  );
});

it("says what is wrong with the keys, and takes no private or shared ones", async () => {
  const token = `Authorization: Bearer ${await tokenOf()}`;
  const why = async (keys: string) => whyOf(await ask(token, { keys }), "Signature");
  expect(await why("")).toContain("the contents of https://login.example.com/.well-known/jwks.json");
  expect(await why("hello")).toContain("Not a JWKS, a JWK or a public key");
  expect(await why("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----")).toContain("private key");
  expect(await why('{"keys":[{"kty":"oct","k":"AA"}]}')).toContain("shared secret");
  expect(await why(JSON.stringify({ ...key.jwk, d: "AA" }))).toBe(
    "ES256 by key k1. Key k1 includes its private part. Only the public part is used.",
  );
});
