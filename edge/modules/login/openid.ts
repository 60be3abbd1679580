import { OPENID_SCOPES } from "#contract/login-scopes.ts";
import * as openid from "openid-client";
import { isLoopback } from "#contract/loopback.ts";
import { LoginFault } from "./fault.ts";
import type { Provider } from "./login.ts";
import { providerFault } from "./provider-fault.ts";
import { ANSWER_MS, providerFetch } from "./provider-fetch.ts";
import { type LoginUser, unguessable } from "./session.ts";

/** A client at an OpenID provider. Without scopes it asks for what is said of a visitor. */
export type OpenIdClient = {
  issuer: string;
  client_id: string;
  client_secret: string;
  scopes?: readonly string[] | null | undefined;
};

/** How long what a provider says of itself is good, in milliseconds; the second where it does not say it. */
const KNOWN_MS = 3_600_000;
const UNKNOWN_MS = 1_000;
/** Seconds after which a provider is asked again, at the latest. */
const CHECK_EVERY_MAX = 300;

/** Signs visitors in at an OpenID provider, by what it publishes of itself. */
export function openIdProvider(client: OpenIdClient): Provider {
  const provider = new URL(client.issuer).host;
  const discovered = keptFor(() => discover(client));
  const asked = async <T>(ask: (config: openid.Configuration) => Promise<T>): Promise<T> => {
    try {
      return await ask(await discovered());
    } catch (error) {
      throw providerFault(error, provider);
    }
  };
  const scope = [...new Set(["openid", ...(client.scopes?.length ? client.scopes : OPENID_SCOPES)])].join(
    " ",
  );
  return {
    begin: ({ state, callback }) =>
      asked(async (config) => {
        const kept = { verifier: openid.randomPKCECodeVerifier(), nonce: unguessable() };
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: callback,
          scope,
          state,
          nonce: kept.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(kept.verifier),
          code_challenge_method: "S256",
        });
        return { url, kept };
      }),
    finish: (answer, { state, kept }) =>
      asked(async (config) => {
        const tokens = await openid.authorizationCodeGrant(config, answer, {
          expectedState: state,
          expectedNonce: kept["nonce"] ?? "",
          pkceCodeVerifier: kept["verifier"] ?? "",
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new LoginFault("signInRefused", `${provider} sent no ID token`);
        const isWhole = claims["email"] !== undefined || !config.serverMetadata().userinfo_endpoint;
        const said = isWhole ? claims : await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
        return { ...userOf({ ...claims, ...said }), ...wordOf(tokens, {}) };
      }),
    check: (user) => asked((config) => checked(config, user)),
    signOut: () =>
      asked(async (config) =>
        config.serverMetadata().end_session_endpoint ? openid.buildEndSessionUrl(config) : null,
      ),
  };
}

/** By the tokens that the visitor's login left: they are good as long as the provider knows the visitor. */
async function checked(config: openid.Configuration, user: LoginUser): Promise<LoginUser> {
  const { access, refresh } = user.tokens ?? {};
  if (access !== undefined && config.serverMetadata().userinfo_endpoint) {
    try {
      const said = await openid.fetchUserInfo(config, access, user.subject);
      return { ...user, ...userOf(said) };
    } catch (error) {
      // An access token ends before its refresh token does.
      if (refresh === undefined || !(error instanceof openid.WWWAuthenticateChallengeError)) throw error;
    }
  }
  if (refresh === undefined) throw new LoginFault("signInRefused", "The provider can’t be asked again");
  const tokens = await openid.refreshTokenGrant(config, refresh);
  return { ...user, ...wordOf(tokens, user.tokens ?? {}) };
}

type Tokens = Awaited<ReturnType<typeof openid.refreshTokenGrant>>;

function wordOf(tokens: Tokens, before: Readonly<Record<string, string>>) {
  const { access_token: access, refresh_token: refresh } = tokens;
  const checkEvery = Math.max(1, Math.min(tokens.expiresIn() ?? CHECK_EVERY_MAX, CHECK_EVERY_MAX));
  return { tokens: { ...before, access, ...(refresh !== undefined && { refresh }) }, checkEvery };
}

type Said = { sub: string; [claim: string]: unknown };

/** An address that the provider calls unverified is none. */
function userOf(said: Said): Pick<LoginUser, "subject" | "name" | "email" | "groups"> {
  const text = (claim: string): string => {
    const value = said[claim];
    return typeof value === "string" ? value : "";
  };
  // Some say it as a text.
  const email = String(said["email_verified"]) === "false" ? "" : text("email");
  return { subject: said.sub, name: text("name") || text("preferred_username"), email, groups: [] };
}

/** What the provider publishes, with a client that proves itself as the provider takes it. */
async function discover(client: OpenIdClient): Promise<openid.Configuration> {
  const issuer = new URL(client.issuer);
  const local = issuer.protocol === "http:" && isLoopback(issuer.hostname);
  const execute = local ? [openid.allowInsecureRequests] : [];
  const found = await openid.discovery(issuer, client.client_id, undefined, openid.None(), {
    execute,
    [openid.customFetch]: providerFetch,
    timeout: ANSWER_MS / 1_000,
  });
  const metadata = { ...found.serverMetadata() };
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const proves = methods.includes("client_secret_basic") ? openid.ClientSecretBasic : openid.ClientSecretPost;
  const config = new openid.Configuration(
    metadata,
    client.client_id,
    undefined,
    proves(client.client_secret),
  );
  config[openid.customFetch] = providerFetch;
  config.timeout = ANSWER_MS / 1_000;
  for (const extend of [...execute, openid.enableNonRepudiationChecks]) extend(config);
  return config;
}

/** Reads something once for as long as it is good; a failure, too, for a moment. */
function keptFor<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (kept && kept.until > performance.now()) return kept.value;
    const next = { value: read(), until: performance.now() + KNOWN_MS };
    kept = next;
    next.value.catch(() => (next.until = performance.now() + UNKNOWN_MS));
    return next.value;
  };
}
