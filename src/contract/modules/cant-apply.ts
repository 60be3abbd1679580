import { isLoopback } from "../loopback.ts";
import { isOn } from "./closed-by.ts";

/** Why a module that its contract accepts closes its address, as far as it says so itself (edge/README.md). */
export type CantApply = "keys over http" | "no certificate";

/** Whether whoever is on the way could answer for this URL. */
export function isOpenToForgery(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol !== "https:" && !isLoopback(hostname);
}

/** Why nobody gets in by the modules of an owner, as it is answered, asked for or drafted; null = nothing in them says so. */
export function cantApply(owner: Readonly<Record<string, unknown>>): CantApply | null {
  const { jwt_validation: jwt, saml } = owner as Modules;
  const urls = isOn(jwt) ? [jwt?.jws?.keys?.sources?.additional_jkus].flat() : [];
  if (urls.some((url) => typeof url === "string" && URL.canParse(url) && isOpenToForgery(url)))
    return "keys over http";
  const metadata = isOn(saml) ? saml?.idp_metadata : null;
  // No element has a name that its text does not have.
  return typeof metadata === "string" && metadata !== "" && !metadata.includes("X509Certificate")
    ? "no certificate"
    : null;
}

type Maybe<T> = T | null | undefined;
type Modules = {
  jwt_validation?: Maybe<{
    jws?: Maybe<{ keys?: Maybe<{ sources?: Maybe<{ additional_jkus?: unknown }> }> }>;
  }>;
  saml?: Maybe<{ idp_metadata?: unknown }>;
};
