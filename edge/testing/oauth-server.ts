import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { OAUTH_FACTS } from "#edge/modules/login/oauth-providers.ts";

type Json = Record<string, unknown>;
type Visitor = {
  id: number;
  name: string;
  email: string;
  verified: boolean;
  /** Of GitHub: `acme/ops`; their organizations are acme. */
  teams: string[];
};

/** Answers with tokens as the providers give them; what is beside the tokens differs. */
const TOKENS: Record<string, (tokens: Json, scope: string[]) => Json> = {
  // Its ID tokens name a tenant, which is nobody's issuer.
  "login.microsoftonline.com": (tokens) => ({
    ...tokens,
    id_token: "e30.e30.e30",
    token_type: "Bearer",
    ext_expires_in: 1,
  }),
  "accounts.google.com": (tokens) => ({ ...tokens, id_token: "e30.e30.e30", token_type: "Bearer" }),
  "id.twitch.tv": (tokens, scope) => ({ ...tokens, scope, token_type: "bearer" }),
  "www.linkedin.com": ({ refresh_token: _none, ...tokens }) => tokens,
};

/** What the providers say of a visitor, by host and path. */
const PROFILES: Record<string, (visitor: Visitor, request: IncomingMessage) => unknown> = {
  "api.github.com/user": ({ id, name }) => ({
    id,
    name,
    login: name.toLowerCase(),
    email: "public@elsewhere.test",
  }),
  "api.github.com/user/emails": ({ email, verified }) => [
    { email: "old@elsewhere.test", verified: true, primary: false },
    { email, verified, primary: true },
  ],
  "api.github.com/user/teams": ({ teams }) =>
    teams.map((team, index) => ({
      id: 70 + index,
      slug: team.split("/")[1],
      organization: { login: team.split("/")[0] },
    })),
  "api.github.com/user/orgs": ({ teams }) => teams.map((team) => ({ login: team.split("/")[0] })),
  "graph.facebook.com/v19.0/me": ({ id, name, email, verified }) => ({
    id: `${id}`,
    name,
    ...(verified && { email }),
  }),
  "graph.microsoft.com/v1.0/me": ({ id, name, email, verified }) => ({
    id: `${id}`,
    displayName: name,
    mail: email,
    userPrincipalName: verified ? email : "ann_acme.test#EXT#@evil.onmicrosoft.test",
  }),
  "openidconnect.googleapis.com/v1/userinfo": (visitor) => userinfo(visitor),
  "api.linkedin.com/v2/userinfo": (visitor) => userinfo(visitor),
  "gitlab.com/api/v4/user": ({ id, name, email, verified }) => ({
    id,
    name,
    username: "ann",
    email,
    confirmed_at: verified ? "2026-01-01T00:00:00Z" : null,
  }),
  "api.twitch.tv/helix/users": ({ id, name, email, verified }, { headers }) =>
    headers["client-id"] === "app"
      ? { data: [{ id: `${id}`, display_name: name, ...(verified && { email }) }] }
      : null,
  "api.amazon.com/user/profile": ({ id, name, email, verified }) => ({
    user_id: `${id}`,
    name,
    ...(verified && { email }),
  }),
};

const userinfo = ({ id, name, email, verified }: Visitor): Json => ({
  sub: `${id}`,
  name,
  email,
  email_verified: verified,
});

/** For tests: the eight providers of the oauth module at one port, below the names of their hosts, with one app. */
export type OauthServer = {
  /** Where each origin of theirs is. */
  places: Map<string, string>;
  visitor: Visitor;
  /** Access tokens that are over, refresh tokens that are no more. */
  expired: Set<string>;
  /** The visitor is no one there any more. */
  removed: boolean;
  down: boolean;
  /** What was asked for at last. */
  asked: URLSearchParams;
  close: () => void;
};

/** Where they are, as the edge knows it. */
const ORIGINS = new Set(
  Object.values(OAUTH_FACTS).flatMap(({ authorize, token, profile }) =>
    [authorize, token, ...profile].map((address) => new URL(address).origin),
  ),
);

export async function startOauthServer(): Promise<OauthServer> {
  const codes = new Map<string, { asked: URLSearchParams; host: string }>();
  const issued = new Set<string>();
  const expired = new Set<string>();
  const server = createServer((request, response) => {
    if (fake.down) return void response.socket?.destroy();
    const url = new URL(request.url ?? "/", "http://here");
    const [, host = "", ...rest] = url.pathname.split("/");
    const profile = PROFILES[[host, ...rest].join("/")];
    if (profile) return answer(profiled(profile, request));
    if (request.method === "POST") return void tokens(request).then(answer);
    // The page where the visitor consents.
    fake.asked = url.searchParams;
    const back = new URL(url.searchParams.get("redirect_uri") ?? "");
    back.searchParams.set("state", url.searchParams.get("state") ?? "");
    if (fake.removed) back.searchParams.set("error", "access_denied");
    else {
      const code = randomUUID();
      codes.set(code, { asked: url.searchParams, host });
      back.searchParams.set("code", code);
      if (host === "accounts.google.com") back.searchParams.set("iss", "https://accounts.google.com");
    }
    response.writeHead(302, { location: back.href }).end();

    function answer({ status, body }: { status: number; body: unknown }): void {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    }
  });

  function profiled(profile: (typeof PROFILES)[string], request: IncomingMessage) {
    const token = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    const isGood = issued.has(token) && !expired.has(token) && !fake.removed;
    return isGood ? { status: 200, body: profile(fake.visitor, request) } : { status: 401, body: {} };
  }

  async function tokens(request: IncomingMessage): Promise<{ status: number; body: Json }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const given = new URLSearchParams(Buffer.concat(chunks).toString());
    if (given.get("client_id") !== "app" || given.get("client_secret") !== "app-s3cret")
      return { status: 401, body: { error: "invalid_client" } };
    const refresh = given.get("refresh_token");
    if (refresh !== null) {
      if (expired.has(refresh) || fake.removed) return { status: 400, body: { error: "invalid_grant" } };
      // A refresh token is good once.
      expired.add(refresh);
      return { status: 200, body: { ...newTokens(), token_type: "bearer" } };
    }
    const code = given.get("code") ?? "";
    const found = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(given.get("code_verifier") ?? "")
      .digest("base64url");
    if (
      !found ||
      challenge !== found.asked.get("code_challenge") ||
      given.get("redirect_uri") !== found.asked.get("redirect_uri")
    )
      // As GitHub does.
      return { status: 200, body: { error: "bad_verification_code" } };
    const scope = (found.asked.get("scope") ?? "").split(/[ ,]/);
    const shaped = TOKENS[found.host] ?? ((all: Json) => ({ ...all, token_type: "bearer" }));
    return { status: 200, body: shaped(newTokens(), scope) };
  }

  function newTokens(): Json {
    const access_token = randomUUID();
    issued.add(access_token);
    return { access_token, refresh_token: randomUUID(), expires_in: 3_600 };
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: OauthServer = {
    places: new Map([...ORIGINS].map((origin) => [origin, `${base}/${new URL(origin).host}`])),
    visitor: { id: 7, name: "Ann", email: "Ann@acme.test", verified: true, teams: ["Acme/ops"] },
    expired,
    removed: false,
    down: false,
    asked: new URLSearchParams(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;
}
