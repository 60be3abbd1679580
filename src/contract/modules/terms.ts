import { OAUTH_PROVIDERS } from "./oauth-providers.ts";
import { WEBHOOK_PROVIDERS } from "./webhook-verification.ts";

const LOGIN = ["login", "log-in", "sign-in", "sso", "auth", "password"];

/** Other words by which people look for a kind; those of several words have hyphens. */
export const TERMS: Readonly<Record<string, readonly string[] | undefined>> = {
  oauth: [...LOGIN, ...OAUTH_PROVIDERS],
  oidc: [...LOGIN, "okta", "azure", "entra", "auth0", "keycloak", "google"],
  saml: [...LOGIN, "okta", "azure", "entra", "adfs"],
  jwt_validation: ["auth", "bearer", "api"],
  mutual_tls: ["auth", "mtls", "x509"],
  ip_restriction: ["allowlist", "whitelist", "blocklist", "blacklist", "firewall", "cidr"],
  user_agent_filter: ["bots", "crawlers", "browsers"],
  webhook_verification: ["hmac", "signature", ...WEBHOOK_PROVIDERS],
  policies: ["rate-limit", "throttle", "quota", "rewrite", "deny", "cel"],
  response_headers: ["cors", "hsts", "csp"],
  tls_termination: ["https", "ssl"],
};
