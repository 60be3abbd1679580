import { isLoopback } from "../loopback.ts";
import { OAUTH_OWN_APP_ONLY } from "./oauth-provider-names.ts";
import { isOn } from "./closed-by.ts";
import { UNREADABLE } from "./unreadable.ts";

/** Why a module that its contract accepts closes its address, as far as it says so itself (edge/README.md). */
export type CantApply =
  | "unreadable"
  | "keys over http"
  | "no certificate"
  | "no managed app"
  | "no allow rule";

/** The kinds of modules that it looks into. */
export const MAY_NOT_APPLY: readonly string[] = ["jwt_validation", "saml", "oauth", "ip_restriction"];

/** The OAuth providers with an app of the service, and the IP policies of which no rule allows anyone; absent = not known. */
export type ApplyFacts = {
  managedApps?: readonly string[] | undefined;
  closedPolicies?: ReadonlySet<string> | undefined;
};

/** Whether whoever is on the way could answer for this URL. */
export function isOpenToForgery(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol !== "https:" && !isLoopback(hostname);
}

/** Whether it is a URL of plain http that is open to forgery: one with a typo in its scheme is none. */
export function isPlainHttp(url: unknown): boolean {
  return typeof url === "string" && /^http:/i.test(url.trim()) && URL.canParse(url) && isOpenToForgery(url);
}

/**
 * Why nobody gets in by the modules of an owner, as it is answered, asked for or drafted; null = nothing in them says so.
 */
export function cantApply(
  owner: Readonly<Record<string, unknown>>,
  { managedApps, closedPolicies }: ApplyFacts = {},
): CantApply | null {
  const { jwt_validation: jwt, saml, oauth, ip_restriction: restriction } = owner as Modules;
  if (Object.values(owner).some((one) => isOn(one) && Object.hasOwn(one as object, UNREADABLE)))
    return "unreadable";
  const urls = isOn(jwt) ? [jwt?.jws?.keys?.sources?.additional_jkus].flat() : [];
  if (urls.some(isPlainHttp)) return "keys over http";
  const metadata = isOn(saml) ? saml?.idp_metadata : null;
  // No element has a name that its text does not have; what has no entity is no metadata, and refused.
  if (
    typeof metadata === "string" &&
    metadata.includes("EntityDescriptor") &&
    !metadata.includes("X509Certificate")
  )
    return "no certificate";
  const provider = isOn(oauth)
    ? Object.entries(oauth?.provider ?? {}).find(([, member]) => member)
    : undefined;
  if (managedApps && provider && lacksApp(provider, managedApps)) return "no managed app";
  const policies = isOn(restriction) ? [restriction?.ip_policy_ids, restriction?.ip_policies].flat() : [];
  const ids = policies.flatMap((one) => (typeof one === "string" ? one : (one?.id ?? [])));
  const isClosed = closedPolicies && ids.length > 0 && ids.every((id) => closedPolicies.has(id));
  return isClosed ? "no allow rule" : null;
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
  /** Ids as they are asked for, or Refs as they are answered. */
  ip_restriction?: Maybe<{ ip_policy_ids?: Maybe<string[]>; ip_policies?: Maybe<{ id: string }[]> }>;
};
