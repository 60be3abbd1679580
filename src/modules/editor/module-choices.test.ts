import { expect, it } from "vitest";
import { kindsOf } from "#contract/modules/kinds.ts";
import { choicesOf } from "./module-choices.ts";

it.each(["login", "log in", "Sign-in"])("finds the modules that sign visitors in by “%s”", (typed) => {
  // Cause: "login" found nothing, though three modules are logins. Law: what people call a thing finds it.
  const found = choicesOf(["oauth", "oidc", "saml", "compression"], typed);
  expect(found.flatMap(({ kinds }) => kinds)).toEqual(["oauth", "oidc", "saml"]);
});

// Cause: "sso", "okta", "mtls" and the like found nothing, and "auth" OAuth alone. Law: as above.
it.each([
  ["auth", ["oauth", "oidc", "saml", "jwt_validation", "mutual_tls"]],
  ["sso", ["oauth", "oidc", "saml"]],
  ["password", ["oauth", "oidc", "saml"]],
  ["Okta", ["oidc", "saml"]],
  ["azure", ["oidc", "saml"]],
  ["mtls", ["mutual_tls"]],
  ["rate limit", ["policies"]],
  ["stripe", ["webhook_verification"]],
  ["allowlist", ["ip_restriction"]],
  ["undefined", []],
])("finds by “%s” what it is called elsewhere", (typed, kinds) => {
  const found = choicesOf(kindsOf("route"), typed).flatMap((one) => one.kinds);
  const mutual = choicesOf(kindsOf("httpsEdge"), typed).flatMap((one) => one.kinds);
  expect(new Set([...found, ...mutual])).toEqual(new Set(kinds));
});
