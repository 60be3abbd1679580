import { OAUTH_SCOPES } from "#contract/login-scopes.ts";
import * as openid from "openid-client";
import { OAUTH_PROVIDER_NAMES } from "#contract/modules/oauth-provider-names.ts";
import type { OauthProviderName } from "#contract/modules/oauth-providers.ts";
import type { OauthApp, OauthSetup } from "../../account.ts";
import { LoginFault } from "./fault.ts";
import type { Provider } from "./login.ts";
import { GITHUB_GROUPS, OAUTH_FACTS } from "./oauth-providers.ts";
import { providerFault } from "./provider-fault.ts";
import { ANSWER_MS, providerFetch } from "./provider-fetch.ts";
import type { LoginUser } from "./session.ts";

/** Whom a login lets in: everybody where no list has an entry, else who is on one of them. */
type Allowed = {
  email_addresses?: readonly string[] | null | undefined;
  email_domains?: readonly string[] | null | undefined;
  teams?: readonly string[] | null | undefined;
  organizations?: readonly string[] | null | undefined;
};

export type OauthLogin = {
  name: OauthProviderName;
  app: OauthApp;
  scopes: readonly string[];
  allowed: Allowed;
  /** Seconds after which the provider is asked again, 0 = never. */
  checkEvery: number;
  places: OauthSetup["places"];
};

/** Signs visitors in at one of the providers that speak OAuth 2, and lets in whom the login allows. */
export function oauthProvider(login: OauthLogin): Provider {
  const { name, app, scopes, allowed, places } = login;
  const facts = OAUTH_FACTS[name];
  const provider = OAUTH_PROVIDER_NAMES[name];
  const placed = (address: string): string => {
    const { origin } = new URL(address);
    return (places.get(origin) ?? origin) + address.slice(origin.length);
  };
  const config = new openid.Configuration(
    {
      issuer: new URL(facts.authorize).origin,
      authorization_endpoint: placed(facts.authorize),
      token_endpoint: placed(facts.token),
    },
    app.clientId,
    undefined,
    openid.ClientSecretPost(app.clientSecret),
  );
  config.timeout = ANSWER_MS / 1_000;
  config[openid.customFetch] = async (url, options) => plainTokens(await providerFetch(url, options));
  if (places.size > 0) openid.allowInsecureRequests(config);

  async function asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw providerFault(error, provider);
    }
  }

  /** `optional` = null where the token does not reach that far. */
  async function read(address: string, access: string, optional: boolean): Promise<unknown> {
    const answer = await providerFetch(placed(address), {
      method: "GET",
      redirect: "manual",
      body: null,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${access}`,
        "user-agent": "Gatehouse",
        ...(facts.clientHeader && { [facts.clientHeader]: app.clientId }),
      },
    });
    const { status } = answer;
    if (optional && (status === 403 || status === 404)) return null;
    if (status === 401 || status === 403)
      throw new LoginFault("signInRefused", `${provider} answered ${status}`);
    if (status !== 200) throw new LoginFault("providerDown", `${provider} answered ${status}`);
    return answer.json();
  }

  /** Whom the access token is of, once it is sure that the login allows them. */
  async function userOf(access: string): Promise<LoginUser> {
    const answers = await Promise.all(
      facts.profile.map((address, index) => read(address, access, index > 0)),
    );
    const { subject, name: called, emails: given } = facts.read(answers);
    if (subject === "") throw new LoginFault("signInRefused", `${provider} does not say whose token it is`);
    const emails = lower(given);
    const groups = isIn(emails, allowed) ? [] : await groupsOf(access);
    const user = { subject, name: called, email: emails[0] ?? "", groups, checkEvery: login.checkEvery };
    if (!isIn(emails, allowed) && groups.length === 0)
      throw new LoginFault(
        "accountNotAllowed",
        `${user.email || called || subject} is on no list of the login`,
      );
    return user;
  }

  /** The teams and organizations of the login that the visitor is in. */
  async function groupsOf(access: string): Promise<string[]> {
    const [teams, organizations] = [lower(allowed.teams), lower(allowed.organizations)];
    const inTeams =
      teams.length > 0 ? GITHUB_GROUPS.teamsOf(await read(GITHUB_GROUPS.teams, access, true)) : [];
    const inOrganizations =
      organizations.length > 0
        ? GITHUB_GROUPS.organizationsOf(await read(GITHUB_GROUPS.organizations, access, true))
        : [];
    return [
      ...teams.filter((team) => inTeams.includes(team)),
      ...organizations.filter((organization) => inOrganizations.includes(organization)),
    ];
  }

  const wanted = scopes.length > 0 ? scopes : OAUTH_SCOPES[name];
  const asksGroups = lower(allowed.teams).length + lower(allowed.organizations).length > 0;
  const scope = [...new Set([...wanted, ...(asksGroups ? [GITHUB_GROUPS.scope] : [])])];
  return {
    begin: async ({ state, callback }) => {
      const verifier = openid.randomPKCECodeVerifier();
      const url = openid.buildAuthorizationUrl(config, {
        ...facts.asks,
        redirect_uri: callback,
        scope: scope.join(facts.separator ?? " "),
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return { url, kept: { verifier } };
    },
    finish: (answer, { state, kept }) =>
      asked(async () => {
        // Which provider it is from is known by the route; some name themselves by more than one name.
        answer.searchParams.delete("iss");
        const tokens = await openid.authorizationCodeGrant(config, answer, {
          expectedState: state,
          pkceCodeVerifier: kept["verifier"] ?? "",
        });
        return { ...(await userOf(tokens.access_token)), tokens: named(tokens, {}) };
      }),
    check: ({ tokens = {} }) =>
      asked(async () => {
        const { access = "", refresh } = tokens;
        try {
          return { ...(await userOf(access)), tokens };
        } catch (error) {
          if (refresh === undefined || !(error instanceof LoginFault) || error.refusal !== "signInRefused")
            throw error;
          const renewed = await openid.refreshTokenGrant(config, refresh);
          return { ...(await userOf(renewed.access_token)), tokens: named(renewed, tokens) };
        }
      }),
    signOut: () => Promise.resolve(null),
  };
}

/** Of ASCII only: the lower case of another letter may be one of these, as that of the Kelvin sign is k. */
const lower = (list: readonly string[] | null | undefined): string[] =>
  (list ?? []).map((one) => one.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()));

/** Whether one of the addresses is allowed, or nobody is kept out. */
function isIn(emails: readonly string[], allowed: Allowed): boolean {
  const [addresses, domains] = [lower(allowed.email_addresses), lower(allowed.email_domains)];
  if (
    addresses.length + domains.length + lower(allowed.teams).length + lower(allowed.organizations).length ===
    0
  )
    return true;
  return emails.some(
    (email) => addresses.includes(email) || domains.includes(email.slice(email.lastIndexOf("@") + 1)),
  );
}

type Tokens = { access_token: string; refresh_token?: string };

const named = (
  { access_token: access, refresh_token: refresh }: Tokens,
  before: Readonly<Record<string, string>>,
) => ({
  ...before,
  access,
  ...(refresh !== undefined && { refresh }),
});

/**
 * An answer with tokens as OAuth 2 has it (RFC 6749, 5.1): Twitch says scopes as a list, others leave out the type. An ID token
 * is not read: it is the profile that says whose the token is.
 */
async function plainTokens(answer: Response): Promise<Response> {
  if (answer.status !== 200) return answer;
  const said = (await answer.json()) as Record<string, unknown>;
  const kept = ["access_token", "refresh_token", "expires_in", "error"].flatMap((name) =>
    said[name] === undefined ? [] : [[name, said[name]]],
  );
  // GitHub says errors with status 200.
  const status = said["error"] === undefined ? 200 : 400;
  return Response.json({ token_type: "bearer", ...Object.fromEntries(kept) }, { status });
}
