import * as z from "zod/mini";
import { byteText } from "../common.ts";
import { CLIENT_ID_MAX_BYTES, optionalList, webUrl } from "./fields.ts";
import { loginAnswer, loginAnswerFields, loginFields } from "./login.ts";
import { contract } from "./module-contract.ts";
import { Scope } from "./oauth-providers.ts";

const Issuer = webUrl({
  secure: true,
  empty: "is required. Enter the issuer URL from your provider",
}).check(z.refine((text) => !text.includes("?"), "can’t have a query"));

/** A text that must be set: left out, null and "" are refused alike. */
const needed = (max: number, message: string) => byteText(max, message).check(z.minLength(1, message));

/** PUT …/oidc (api.md#oidc; protocol-facts.md#openid-connect, 7088 to 7090). `client_secret` is write-only, at most 4096 bytes. */
const OidcRequest = z.strictObject({
  ...loginFields,
  issuer: Issuer,
  client_id: needed(CLIENT_ID_MAX_BYTES, "is required. Enter the client ID from your provider"),
  client_secret: needed(4096, "is required. Enter the client secret from your provider"),
  scopes: optionalList(Scope),
});

const Oidc = z.looseObject({
  ...loginAnswerFields,
  issuer: z.string(),
  client_id: z.string(),
  /** Only some services of the family echo it (decisions/contract/secrets.md). */
  client_secret: z.nullish(z.string()),
  scopes: z.nullish(z.array(z.string())),
});

export const oidcContract = contract({
  kind: "oidc",
  owners: ["route"],
  title: "OIDC",
  purpose: "Sign in with an OpenID Connect provider",
  role: "login",
  group: "Access",
  readsTraffic: true,
  secrets: [{ path: ["client_secret"], of: ["issuer", "client_id"] }],
  request: OidcRequest,
  answer: Oidc,
  toAnswer: (request) => ({
    ...loginAnswer(request, ""),
    issuer: request.issuer,
    client_id: request.client_id,
    scopes: request.scopes ?? [],
  }),
  example: {
    enabled: true,
    issuer: "https://login.example.com",
    client_id: "example-client-id",
    client_secret: "example-client-secret",
    scopes: ["openid", "email"],
    options_passthrough: false,
    cookie_prefix: "",
    inactivity_timeout: 0,
    maximum_duration: 0,
  },
});
