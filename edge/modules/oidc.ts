import { oidcContract } from "#contract/modules/oidc.ts";
import { compiled } from "./compiled.ts";
import type { Guard } from "./guard.ts";
import { loggedIn } from "./login/login.ts";
import { openIdProvider } from "./login/openid.ts";

const loginOf = compiled(oidcContract, (fields) => ({
  kind: "oidc",
  fields,
  provider: openIdProvider(fields),
}));

/** Lets in whom an OpenID provider signed in. */
export const oidc: Guard = (stored, met) => loggedIn({ ...loginOf(stored), stored }, met);
