import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { interactionPolicy, Provider } from "oidc-provider";

type Account = { email?: string; email_verified?: boolean | string; name?: string };

/** For tests: an OpenID provider whose login page signs in `visitor` at once, for one client. */
export type OpenIdProvider = {
  issuer: string;
  client: { client_id: string; client_secret: string };
  accounts: Map<string, Account>;
  visitor: string;
  /** What becomes of a request before the provider gets it; null = what it answers. */
  instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  /** What becomes of the claims of its ID tokens: another token. */
  forge: ((claims: JWTPayload) => string | Promise<string>) | null;
  /** An ID token as it signs them. */
  sign: (claims: JWTPayload) => Promise<string>;
  close: () => void;
};

export type OpenIdOptions = {
  callbacks: string[];
  /** Seconds for which an access token is good. */
  tokenSeconds?: number;
  refresh?: boolean;
};

export async function startOpenIdProvider(options: OpenIdOptions): Promise<OpenIdProvider> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const client = { client_id: "edge", client_secret: "s3cret-of-the-client-0123456789-0123456789" };
  const ttl = {
    AccessToken: options.tokenSeconds ?? 3_600,
    Session: 600,
    Grant: 600,
    Interaction: 600,
    IdToken: 60,
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: options.callbacks,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "one" }] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}`, policy: loginOnly() },
    loadExistingGrant: async ({ oidc }) => {
      const { accountId = "" } = oidc.session ?? {};
      const grant = new provider.Grant({ accountId, clientId: client.client_id });
      grant.addOIDCScope([...oidc.requestParamScopes].join(" "));
      await grant.save();
      return grant;
    },
    issueRefreshToken: async () => options.refresh ?? false,
    rotateRefreshToken: true,
    findAccount: (_context, id) => {
      const account = fake.accounts.get(id);
      return account && { accountId: id, claims: () => ({ sub: id, ...account }) };
    },
    cookies: { keys: ["k"] },
    ttl: { ...ttl, RefreshToken: 600 },
  });
  const callback = provider.callback();
  const fake: OpenIdProvider = {
    issuer,
    client,
    accounts: new Map([["ann", { email: "ann@acme.test", email_verified: true, name: "Ann Ångström" }]]),
    visitor: "ann",
    instead: null,
    forge: null,
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "one" }).sign(privateKey),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (fake.instead?.(request, response)) return;
    if (request.url?.startsWith("/interaction/")) return signIn(request, response);
    if (request.url?.startsWith("/token") && fake.forge) forging(response, fake.forge);
    await callback(request, response);
  }

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const known = fake.accounts.has(fake.visitor);
    const refused = { error: "access_denied", error_description: "Not at this company any more" };
    const result = known ? { login: { accountId: fake.visitor } } : refused;
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  return fake;
}

/** Whoever is signed in consents, and is signed in as long as there is such an account. */
function loginOnly() {
  const policy = interactionPolicy.base();
  policy.remove("consent");
  const gone = new interactionPolicy.Check(
    "gone",
    "The account is gone",
    ({ oidc }) => oidc.account === undefined,
  );
  policy.get("login")?.checks.add(gone);
  return policy;
}

/** Exchanges the ID token of an answer on its way. */
function forging(response: ServerResponse, forge: NonNullable<OpenIdProvider["forge"]>): void {
  const end = response.end.bind(response);
  const send = async (said: object, claims: JWTPayload): Promise<void> => {
    const forged = JSON.stringify({ ...said, id_token: await forge(claims) });
    response.setHeader("content-length", Buffer.byteLength(forged));
    end(forged);
  };
  response.end = ((text: string) => {
    const said = JSON.parse(text) as { id_token?: string };
    const claims = JSON.parse(
      Buffer.from(said.id_token?.split(".")[1] ?? "", "base64url").toString(),
    ) as JWTPayload;
    void send(said, claims);
    return response;
  }) as ServerResponse["end"];
}
