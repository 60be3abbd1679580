import { oauthContract } from "#contract/modules/oauth.ts";
import { OAUTH_PROVIDER_NAMES } from "#contract/modules/oauth-provider-names.ts";
import { OAUTH_PROVIDERS } from "#contract/modules/oauth-providers.ts";
import type { OauthApp, OauthSetup } from "../account.ts";
import { compiled, NotApplicable } from "./compiled.ts";
import type { Guard } from "./guard.ts";
import { loggedIn, type Provider } from "./login/login.ts";
import { oauthProvider } from "./login/oauth.ts";

const loginOf = compiled(oauthContract, (fields) => {
  const name = OAUTH_PROVIDERS.find((one) => fields.provider[one]);
  const member = name && fields.provider[name];
  let made: { app: OauthApp; provider: Provider } | undefined;
  return ({ apps, places }: OauthSetup) => {
    if (made) return { kind: "oauth", fields, ...made };
    if (!name || !member) throw new NotApplicable("It names no provider");
    const { client_id: clientId, client_secret: clientSecret, scopes } = member;
    const app = clientId && clientSecret ? { clientId, clientSecret } : apps.get(name);
    if (!app) {
      const whose = `of ${OAUTH_PROVIDER_NAMES[name]}`;
      throw new NotApplicable(`There is no managed app ${whose}: start the service with --oauth-app`);
    }
    const login = { name, app, places, scopes: scopes ?? [], allowed: member };
    made = { app, provider: oauthProvider({ ...login, checkEvery: fields.auth_check_interval ?? 0 }) };
    return { kind: "oauth", fields, ...made };
  };
});

/** Lets in whom GitHub, Google and others signed in, and the login allows. */
export const oauth: Guard = async (stored, met) => {
  const { app, ...login } = loginOf(stored)(met.snapshot.oauth);
  const { user, ...said } = await loggedIn({ ...login, stored }, met);
  const isIn = said.verdict === "allow" || (said.verdict === "answer" && user !== undefined);
  return {
    ...said,
    facts: {
      "oauth.app_client_id": app.clientId,
      "oauth.decision": isIn ? "allow" : "block",
      ...(user && { "oauth.user.id": user.subject, "oauth.user.name": user.name }),
    },
  };
};
