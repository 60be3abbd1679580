import { jwtValidationContract } from "#contract/modules/jwt-validation.ts";
import { type Beyond, type Bounds, many, tooLong } from "./bound.ts";

const { jws } = jwtValidationContract.example;
const TOKEN = { type: "jwt", method: "header", name: "Authorization" };
const token = (change: object) => ({ http: { tokens: { ...TOKEN, ...change } } });
const algorithms = (allowed_algorithms: unknown) => ({ jws: { ...jws, allowed_algorithms } });
const sources = (additional_jkus: unknown) => ({ jws: { ...jws, keys: { sources: { additional_jkus } } } });
const jkus = "jws.keys.sources.additional_jkus";

/** A list of values that may be one object: `issuer` and `audience`. */
const values = (field: string, max: number): Beyond[] => {
  const list = (allow_list: unknown) => ({ [field]: { allow_list } });
  const at = `${field}.allow_list`;
  const one = { value: "https://a.example" };
  return [
    [`${field} left out`, { [field]: undefined }, field],
    [`no ${field}`, list([]), at],
    [`${field} without its list`, { [field]: {} }, at],
    [`text for ${field}`, list("https://a.example"), at],
    [`an empty ${field}`, list({ value: "" }), `${at}.value`],
    [`an ${field} without its value`, list([one, {}]), `${at}.1.value`],
    [`an ${field} twice`, list([one, one]), `${at}.1`],
    [
      `an ${field} of ${max + 1} bytes`,
      list([{ value: `https://a.example/${"x".repeat(max - 17)}` }]),
      `${at}.0.value`,
    ],
  ];
};

const notUrl = (what: string, url: string): Beyond[] => [
  [`an issuer ${what}`, { issuer: { allow_list: { value: url } } }, "issuer.allow_list.value"],
  [`a key source ${what}`, sources([url]), `${jkus}.0`],
];

/** jwt_validation: issuer, audience, token, algorithm and key source, each alone (protocol-facts.md#jwt-validation, 7169 to 7193). */
export const JWT_BOUNDS: Bounds = {
  accepts: [
    ["lists of one", { issuer: { allow_list: [{ value: "http://a.example" }] }, http: { tokens: [TOKEN] } }],
    ["100 key sources", sources(many(100, (i) => `https://k${i}.example/jwks`))],
    ["a token in the body under any name", token({ method: "body", name: "the token" })],
  ],
  refuses: [
    ...values("issuer", 2048),
    ...values("audience", 2048),
    ...notUrl("that is no URL", "nowhere"),
    ...notUrl("of another scheme", "ftp://a.example"),
    ...notUrl("with a user", "https://ana@a.example"),
    ...notUrl("with a password", "https://:secret@a.example"),
    ...notUrl("with a fragment", "https://a.example/#b"),
    ...notUrl("with a space", "https://a.example/b c"),
    ["no way to find a token", { http: undefined }, "http"],
    ["tokens left out", { http: {} }, "http.tokens"],
    ["no token", { http: { tokens: [] } }, "http.tokens"],
    ["a token twice", { http: { tokens: [TOKEN, TOKEN] } }, "http.tokens.1"],
    ["an unknown type of token", token({ type: "opaque" }), "http.tokens.type"],
    ["an unknown place of a token", token({ method: "cookie" }), "http.tokens.method"],
    ["a token without a name", token({ name: "" }), "http.tokens.name"],
    ["a token’s name of 257 bytes", token({ name: tooLong(256, { ascii: true }) }), "http.tokens.name"],
    ["a token’s name that no header has", token({ name: "the token" }), "http.tokens.name"],
    ["a prefix of 257 bytes", token({ prefix: tooLong(256) }), "http.tokens.prefix"],
    ["no signatures", { jws: undefined }, "jws"],
    ["algorithms left out", algorithms(undefined), "jws.allowed_algorithms"],
    ["no algorithm", algorithms([]), "jws.allowed_algorithms"],
    ["the algorithm none", algorithms(["RS256", "none"]), "jws.allowed_algorithms.1"],
    ["an algorithm with a shared secret", algorithms(["HS256"]), "jws.allowed_algorithms.0"],
    ["an algorithm twice", algorithms(["RS256", "RS256"]), "jws.allowed_algorithms.1"],
    ["keys left out", { jws: { ...jws, keys: undefined } }, "jws.keys"],
    ["the sources of keys left out", { jws: { ...jws, keys: {} } }, "jws.keys.sources"],
    ["key sources left out", sources(undefined), jkus],
    ["no key source", sources([]), jkus],
    ["an empty key source", sources([""]), `${jkus}.0`],
    ["a key source of 2049 bytes", sources([`https://a.example/${"x".repeat(2031)}`]), `${jkus}.0`],
    ["a key source twice", sources(["https://a.example", "https://a.example"]), `${jkus}.1`],
    ["101 key sources", sources(many(101, (i) => `https://k${i}.example`)), jkus],
  ],
};
