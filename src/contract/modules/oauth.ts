import * as z from "zod/mini";
import { Seconds } from "../common.ts";
import { loginAnswer, loginAnswerFields, loginFields } from "./login.ts";
import { contract } from "./module-contract.ts";
import { OAUTH_PROVIDERS, OauthMember, OauthProviderRequest } from "./oauth-providers.ts";

/** `cookie_prefix` as read when it was never given (api.md#oauth). */
const OAUTH_COOKIE_PREFIX = "service.";

/** PUT …/oauth (api.md#oauth). `auth_check_interval` is seconds; 0 and left out mean never between logins. */
const OauthRequest = z.strictObject({
  ...loginFields,
  provider: OauthProviderRequest,
  auth_check_interval: z.optional(Seconds),
});

const member = z.nullish(OauthMember);

export const Oauth = z.looseObject({
  ...loginAnswerFields,
  auth_check_interval: z.nullish(z.number()),
  provider: z.looseObject({
    github: member,
    facebook: member,
    microsoft: member,
    google: member,
    linkedin: member,
    gitlab: member,
    twitch: member,
    amazon: member,
  }),
});
type Oauth = z.infer<typeof Oauth>;

/** All eight members; the unused ones are null (protocol-facts.md#null-empty-and-absent). */
function providerAnswer(provider: OauthProviderRequest): Oauth["provider"] {
  return Object.fromEntries(
    OAUTH_PROVIDERS.map((name) => {
      const given = provider[name];
      if (!given) return [name, null];
      const common = {
        client_id: given.client_id || null,
        scopes: given.scopes ?? [],
        email_addresses: given.email_addresses ?? [],
        email_domains: given.email_domains ?? [],
      };
      const groups = provider.github;
      return [
        name,
        name === "github"
          ? { ...common, teams: groups?.teams ?? [], organizations: groups?.organizations ?? [] }
          : common,
      ];
    }),
  );
}

export const oauthContract = contract({
  kind: "oauth",
  owners: ["route"],
  title: "OAuth",
  purpose: "Sign in with GitHub, Google and others",
  role: "login",
  group: "Access",
  readsTraffic: true,
  secrets: [{ path: ["provider", "*", "client_secret"], of: ["client_id"], optional: true }],
  together: [{ at: ["provider"] }, { at: ["provider", "*"], fields: ["client_id", "scopes"] }],
  request: OauthRequest,
  answer: Oauth,
  toAnswer: (request) => ({
    ...loginAnswer(request, OAUTH_COOKIE_PREFIX),
    auth_check_interval: request.auth_check_interval ?? 0,
    provider: providerAnswer(request.provider),
  }),
  example: {
    enabled: true,
    provider: {
      github: {
        client_id: "example-client-id",
        client_secret: "example-client-secret",
        scopes: ["read:org"],
        email_domains: ["example.com"],
        teams: ["acme/operators"],
      },
    },
    options_passthrough: false,
    cookie_prefix: "acme.",
    inactivity_timeout: 3600,
    maximum_duration: 86_400,
    auth_check_interval: 300,
  },
});
