import * as fc from "fast-check";
import { expect, it, test } from "vitest";
import { callbackUrl } from "./callback-url.ts";

// Cause: the form asked for an own app's client, and nowhere said the URL that the provider asks for in turn. Law: an own
// OAuth app shows its callback URL to copy (decisions/modules/callback-url.md).
test.each([
  ["https://api.tunnels.example", "https://idp.tunnels.example/oauth2/callback"],
  ["https://api.tunnels.example:8443/v1", "https://idp.tunnels.example:8443/oauth2/callback"],
  ["https://gatehouse.example/api", "https://gatehouse.example/oauth2/callback"],
  ["http://127.0.0.1:4180/api", "http://127.0.0.1:4180/oauth2/callback"],
  ["http://[::1]:4180/api", "http://[::1]:4180/oauth2/callback"],
])("%s: %s", (base, url) => expect(callbackUrl(base)).toBe(url));

it("is one URL a service, whatever the path of its API", () => {
  fc.assert(
    fc.property(fc.domain(), fc.webPath(), (domain, path) => {
      expect(callbackUrl(`https://${domain}${path}`)).toBe(callbackUrl(`https://${domain}`));
      expect(new URL(callbackUrl(`https://${domain}`)).pathname).toBe("/oauth2/callback");
    }),
  );
});
