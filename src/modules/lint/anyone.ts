import { OAUTH_PROVIDER_NAMES, oauthProviderName } from "#contract/modules/oauth-provider-names.ts";
import { isJsonObject, type JsonObject } from "#forms/json.ts";
import { listed, type Facts, type Finding } from "./facts.ts";

/** Issuers at which anyone can have an account; of Microsoft those of no tenant, of which the last is that of private accounts. */
const OPEN_ISSUERS: Partial<Record<keyof typeof OAUTH_PROVIDER_NAMES, RegExp>> = {
  google: /^https:\/\/accounts\.google\.com(\/|$)/i,
  microsoft:
    /^https:\/\/login\.microsoftonline\.com\/(common|consumers|organizations|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i,
  gitlab: /^https:\/\/gitlab\.com(\/|$)/i,
};

/** "Anyone with an Amazon account can sign in". */
const titleOf = (name: string) =>
  `Anyone with ${/^[aeiou]/i.test(name) ? "an" : "a"} ${name} account can sign in`;

/** A login that is open to whoever has an account at a provider where anyone can have one. */
export function anyoneMaySignIn({ on }: Pick<Facts, "on">): Finding[] {
  return [...byOauth(on("oauth")?.["provider"]), ...byOidc(on("oidc")?.["issuer"])];
}

function byOauth(provider: unknown): Finding[] {
  if (!isJsonObject(provider)) return [];
  const [named] = Object.entries(provider).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );
  if (!named) return [];
  const [name, settings] = named;
  if (listed(settings, "email_addresses", "email_domains", "teams", "organizations").length > 0) return [];
  return [
    {
      severity: "warning",
      title: titleOf(oauthProviderName(name)),
      reason: "Limit who can sign in under Access.",
      module: "oauth",
      field: Object.hasOwn(OAUTH_PROVIDER_NAMES, name)
        ? `provider.${name}.${name === "github" ? "teams" : "email_domains"}`
        : "provider",
      of: "owner",
    },
  ];
}

function byOidc(issuer: unknown): Finding[] {
  const [provider] = Object.entries(OPEN_ISSUERS).find(([, open]) => open.test(String(issuer))) ?? [];
  if (!provider) return [];
  const name = oauthProviderName(provider);
  return [
    {
      severity: "warning",
      title: titleOf(name),
      reason: `OIDC can’t limit who signs in. Limit it at ${name}, or use OAuth.`,
      module: "oidc",
      field: "issuer",
      of: "owner",
    },
  ];
}
