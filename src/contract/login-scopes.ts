import type { OauthProviderName } from "./modules/oauth-providers.ts";

/** What an OAuth provider is asked for where the operator names no scopes (decisions/edge/oauth.md). */
export const OAUTH_SCOPES: Readonly<Record<OauthProviderName, readonly string[]>> = {
  github: ["read:user", "user:email"],
  facebook: ["public_profile", "email"],
  microsoft: ["User.Read", "offline_access"],
  google: ["openid", "email", "profile"],
  linkedin: ["openid", "profile", "email"],
  gitlab: ["read_user"],
  twitch: ["user:read:email"],
  amazon: ["profile"],
};

/** The same of an OpenID provider. */
export const OPENID_SCOPES = ["openid", "email", "profile"];
