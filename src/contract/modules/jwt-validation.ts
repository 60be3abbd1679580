import * as z from "zod/mini";
import { byteText } from "../common.ts";
import { distinct, Enabled, EnabledAnswer, filledText, oneOrMany, webUrl } from "./fields.ts";
import { contract } from "./module-contract.ts";

/** Signature algorithms whose keys a JWKS can publish. Not `none`, and no HS…: those need a shared secret. */
export const JWT_ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
] as const;

const KEY_URL = "https://login.example.com/.well-known/jwks.json";

/** At most this many key sources (protocol-facts.md#jwt-validation, 7193). */
const JWT_KEY_SOURCES_MAX = 100;

/** Clocks of an issuer and a service may differ by so many seconds (decisions/edge/jwt-validation.md). */
export const JWT_CLOCK_TOLERANCE = 60;

/** Hints how to parse a token (api.md#jwt_validation). */
export const JWT_TOKEN_TYPES = ["jwt", "at+jwt", "it+jwt"] as const;

const Algorithm = z.enum(JWT_ALGORITHMS, `must be one of ${JWT_ALGORITHMS.join(", ")}`);

const HEADER = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** The longest name and prefix of a token. */
export const TOKEN_TEXT_MAX_BYTES = 256;

const Token = z
  .strictObject({
    type: z.enum(JWT_TOKEN_TYPES),
    method: z.enum(["header", "body"]),
    name: filledText(TOKEN_TEXT_MAX_BYTES),
    /** Taken off before the token is parsed, like "Bearer ". */
    prefix: z.nullish(byteText(TOKEN_TEXT_MAX_BYTES)),
  })
  .check(
    z.refine(({ method, name }) => method === "body" || HEADER.test(name), {
      path: ["name"],
      error: "must be a header name. Example: Authorization",
    }),
  );

/** Names of headers are the same in any case (RFC 9110 §5.1). */
const tokenKey = (token: z.infer<typeof Token>) =>
  JSON.stringify({ ...token, name: token.method === "header" ? token.name.toLowerCase() : token.name });

const Issuer = z.strictObject({ value: webUrl({ secure: false }) });
const Audience = z.strictObject({ value: filledText(2048) });

/**
 * PUT …/jwt_validation (api.md#jwt_validation; protocol-facts.md#jwt-validation, 7169 to 7193). `allow_list` and
 * `tokens` may be one object or a list of them, and are answered in the shape they came in
 * (decisions/contract/one-or-list.md).
 */
const JwtValidationRequest = z.strictObject({
  enabled: Enabled,
  issuer: z.strictObject({
    allow_list: oneOrMany(Issuer, "must have at least one issuer. Example: https://login.example.com"),
  }),
  audience: z.strictObject({
    allow_list: oneOrMany(Audience, "must have at least one audience. Example: https://api.example.com"),
  }),
  http: z.strictObject({ tokens: oneOrMany(Token, "must have at least one token", tokenKey) }),
  jws: z.strictObject({
    allowed_algorithms: z
      .array(Algorithm)
      .check(z.minLength(1, "must have at least one algorithm. Example: RS256"), distinct()),
    keys: z.strictObject({
      sources: z.strictObject({
        additional_jkus: z
          .array(webUrl({ secure: false, example: KEY_URL }))
          .check(
            z.minLength(1, `must have at least one URL. Example: ${KEY_URL}`),
            z.maxLength(JWT_KEY_SOURCES_MAX),
            distinct(),
          ),
      }),
    }),
  }),
});

const value = z.looseObject({ value: z.string() });
const listOrOne = <T extends z.ZodMiniType>(entry: T) => z.nullish(z.union([entry, z.array(entry)]));
const token = z.looseObject({
  type: z.nullish(z.string()),
  method: z.nullish(z.string()),
  name: z.nullish(z.string()),
  prefix: z.nullish(z.string()),
});
const texts = z.nullish(z.array(z.string()));

const JwtValidation = z.looseObject({
  enabled: EnabledAnswer,
  issuer: z.nullish(z.looseObject({ allow_list: listOrOne(value) })),
  audience: z.nullish(z.looseObject({ allow_list: listOrOne(value) })),
  http: z.nullish(z.looseObject({ tokens: listOrOne(token) })),
  jws: z.nullish(
    z.looseObject({
      allowed_algorithms: texts,
      keys: z.nullish(z.looseObject({ sources: z.nullish(z.looseObject({ additional_jkus: texts })) })),
    }),
  ),
});

export const jwtValidationContract = contract({
  kind: "jwt_validation",
  owners: ["route"],
  title: "JWT validation",
  purpose: "Require a valid JSON Web Token",
  role: "guard",
  group: "Access",
  readsTraffic: true,
  together: [{ at: ["http", "tokens"], fields: ["method", "name", "prefix"] }],
  request: JwtValidationRequest,
  answer: JwtValidation,
  example: {
    enabled: true,
    issuer: { allow_list: { value: "https://login.example.com" } },
    audience: { allow_list: { value: "https://api.example.com" } },
    http: { tokens: { type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " } },
    jws: {
      allowed_algorithms: ["RS256", "ES256"],
      keys: { sources: { additional_jkus: [KEY_URL] } },
    },
  },
});
