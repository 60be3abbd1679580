import type { Guard } from "../guard.ts";
import type { SamlEndpoints, SamlServices } from "./endpoints.ts";

/** Lets in whom a SAML identity provider signed in. SAML is loaded when somebody needs it: it takes some tenths of a second. */
export const saml: Guard = async (stored, met) => (await import("./saml.ts")).samlGuard(stored, met);

/** What is at the SAML addresses of routes (endpoints.ts). */
export function samlEndpoints(services: SamlServices): SamlEndpoints {
  let endpoints: Promise<SamlEndpoints> | undefined;
  return async (asked) => {
    endpoints ??= import("./endpoints.ts").then(({ createSamlEndpoints }) => createSamlEndpoints(services));
    return (await endpoints)(asked);
  };
}
