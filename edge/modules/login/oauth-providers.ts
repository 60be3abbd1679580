import type { OauthProviderName } from "#contract/modules/oauth-providers.ts";
import type { LoginUser } from "./session.ts";

type Json = Readonly<Record<string, unknown>>;

/** Whom a provider's answers name. `emails` = those that the provider has verified, the main one first. */
type Said = Pick<LoginUser, "subject" | "name"> & { emails: readonly string[] };

/** What one provider differs in. Addresses as the providers publish them; answers by path, as `profile` names them. */
export type OauthFacts = {
  authorize: string;
  token: string;
  /** What is read of a visitor with the access token: the first is whose answer names them. */
  profile: readonly [string, ...string[]];
  /** Between scopes. */
  separator?: string;
  /** More of what the sign-in is asked with. */
  asks?: Readonly<Record<string, string>>;
  /** The header of `profile` that names the app. */
  clientHeader?: string;
  read: (answers: readonly unknown[]) => Said;
};

const object = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map(object) : []);
const text = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
const texts = (...values: unknown[]): string[] => values.map(text).filter((value) => value !== "");

/** As OpenID Connect names the claims of a userinfo endpoint: an address counts once the provider says it is verified. */
function readUserinfo([answer]: readonly unknown[]): Said {
  const { sub, name, email, email_verified: verified } = object(answer);
  const isVerified = verified === true || verified === "true";
  return { subject: text(sub), name: text(name), emails: isVerified ? texts(email) : [] };
}

/** How visitors sign in at each provider (docs/decisions/edge/oauth.md). */
export const OAUTH_FACTS: Readonly<Record<OauthProviderName, OauthFacts>> = {
  github: {
    authorize: "https://github.com/login/oauth/authorize",
    token: "https://github.com/login/oauth/access_token",
    profile: ["https://api.github.com/user", "https://api.github.com/user/emails"],
    read: ([user, emails]) => {
      const { id, login, name } = object(user);
      const verified = list(emails).filter((email) => email["verified"] === true);
      const sorted = verified.toSorted(
        (a, b) => Number(b["primary"] === true) - Number(a["primary"] === true),
      );
      return {
        subject: text(id),
        name: text(name) || text(login),
        emails: texts(...sorted.map(({ email }) => email)),
      };
    },
  },
  facebook: {
    authorize: "https://www.facebook.com/v19.0/dialog/oauth",
    token: "https://graph.facebook.com/v19.0/oauth/access_token",
    profile: ["https://graph.facebook.com/v19.0/me?fields=id,name,email"],
    separator: ",",
    // An address is there only where the provider has confirmed it.
    read: ([user]) => {
      const { id, name, email } = object(user);
      return { subject: text(id), name: text(name), emails: texts(email) };
    },
  },
  microsoft: {
    authorize: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
    token: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    profile: ["https://graph.microsoft.com/v1.0/me"],
    // Whoever runs a tenant writes `mail`; the domain of a principal name must be proved. A guest's is of another tenant.
    read: ([user]) => {
      const { id, displayName, userPrincipalName } = object(user);
      const emails = texts(userPrincipalName).filter((name) => !name.includes("#"));
      return { subject: text(id), name: text(displayName), emails };
    },
  },
  google: {
    authorize: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    profile: ["https://openidconnect.googleapis.com/v1/userinfo"],
    asks: { access_type: "offline" },
    read: readUserinfo,
  },
  linkedin: {
    authorize: "https://www.linkedin.com/oauth/v2/authorization",
    token: "https://www.linkedin.com/oauth/v2/accessToken",
    profile: ["https://api.linkedin.com/v2/userinfo"],
    read: readUserinfo,
  },
  gitlab: {
    authorize: "https://gitlab.com/oauth/authorize",
    token: "https://gitlab.com/oauth/token",
    profile: ["https://gitlab.com/api/v4/user"],
    read: ([user]) => {
      const { id, name, username, email, confirmed_at: confirmed } = object(user);
      const emails = text(confirmed) === "" ? [] : texts(email);
      return { subject: text(id), name: text(name) || text(username), emails };
    },
  },
  twitch: {
    authorize: "https://id.twitch.tv/oauth2/authorize",
    token: "https://id.twitch.tv/oauth2/token",
    profile: ["https://api.twitch.tv/helix/users"],
    clientHeader: "client-id",
    read: ([answer]) => {
      const [user] = list(object(answer)["data"]);
      const { id, display_name, email } = object(user);
      return { subject: text(id), name: text(display_name), emails: texts(email) };
    },
  },
  amazon: {
    authorize: "https://www.amazon.com/ap/oa",
    token: "https://api.amazon.com/auth/o2/token",
    profile: ["https://api.amazon.com/user/profile"],
    read: ([user]) => {
      const { user_id, name, email } = object(user);
      return { subject: text(user_id), name: text(name), emails: texts(email) };
    },
  },
};

/** What GitHub says of the organizations and teams of a visitor, each with the scope it needs. */
export const GITHUB_GROUPS = {
  scope: "read:org",
  organizations: "https://api.github.com/user/orgs?per_page=100",
  teams: "https://api.github.com/user/teams?per_page=100",
  /** Short names, in lower case. */
  organizationsOf: (answer: unknown): string[] => list(answer).map(({ login }) => text(login).toLowerCase()),
  /** By number, and by organization and short name in lower case. */
  teamsOf: (answer: unknown): string[] =>
    list(answer).flatMap(({ id, slug, organization }) => [
      text(id),
      `${text(object(organization)["login"])}/${text(slug)}`.toLowerCase(),
    ]),
} as const;
