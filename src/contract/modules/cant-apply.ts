import { isLoopback } from "../loopback.ts";
import { OAUTH_OWN_APP_ONLY } from "./oauth-provider-names.ts";
import { isOn } from "./closed-by.ts";
import { UNREADABLE } from "./unreadable.ts";

/** Why a module that its contract accepts closes its address, as far as it says so itself (edge/README.md). */
export type CantApply = "unreadable" | "keys over http" | "no certificate" | "no managed app";

/** The kinds of modules that it looks into. */
export const MAY_NOT_APPLY: readonly string[] = ["jwt_validation", "saml", "oauth"];

/** Whether whoever is on the way could answer for this URL. */
export function isOpenToForgery(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol !== "https:" && !isLoopback(hostname);
}

/**
 * Why nobody gets in by the modules of an owner, as it is answered, asked for or drafted; null = nothing in them says so.
 * `managedApps`: the OAuth providers with an app of the service; absent = not known.
 */
export function cantApply(
  owner: Readonly<Record<string, unknown>>,
  managedApps?: readonly string[],
): CantApply | null {
  const { jwt_validation: jwt, saml, oauth } = owner as Modules;
  if (Object.values(owner).some((one) => isOn(one) && Object.hasOwn(one as object, UNREADABLE)))
    return "unreadable";
  const urls = isOn(jwt) ? [jwt?.jws?.keys?.sources?.additional_jkus].flat() : [];
  if (urls.some((url) => typeof url === "string" && URL.canParse(url) && isOpenToForgery(url)))
    return "keys over http";
  const metadata = isOn(saml) ? saml?.idp_metadata : null;
  // No element has a name that its text does not have.
  if (typeof metadata === "string" && metadata !== "" && !metadata.includes("X509Certificate"))
    return "no certificate";
  const provider = isOn(oauth)
    ? Object.entries(oauth?.provider ?? {}).find(([, member]) => member)
    : undefined;
  return managedApps && provider && lacksApp(provider, managedApps) ? "no managed app" : null;
}

/** Whether a provider is asked to sign in through a managed app that is not there; an own one must be for the others. */
function lacksApp([name, member]: [string, Maybe<Member>], managedApps: readonly string[]): boolean {
  const isManaged = typeof member === "object" && (member?.client_id ?? null) === null;
  return isManaged && !managedApps.includes(name) && !OAUTH_OWN_APP_ONLY.includes(name);
}

type Maybe<T> = T | null | undefined;
type Member = { client_id?: unknown };
type Modules = {
  jwt_validation?: Maybe<{
    jws?: Maybe<{ keys?: Maybe<{ sources?: Maybe<{ additional_jkus?: unknown }> }> }>;
  }>;
  saml?: Maybe<{ idp_metadata?: unknown }>;
  oauth?: Maybe<{ provider?: Maybe<Record<string, Maybe<Member>>> }>;
};
