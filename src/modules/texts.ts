import type { ModuleKind } from "#contract/modules/contracts.ts";

export type ModuleTexts = { title: string; purpose: string };

/** Title and purpose of every module kind; light, for lists that need no more of them. */
const MODULE_TEXTS: { readonly [K in ModuleKind]: ModuleTexts } = {
  backend: { title: "Backend", purpose: "Where requests go" },
  ip_restriction: { title: "IP restriction", purpose: "Allow or deny by source address" },
  circuit_breaker: {
    title: "Circuit breaker",
    purpose: "Stop sending to an upstream that fails, and try it again later",
  },
  compression: { title: "Compression", purpose: "Compress responses with gzip or deflate" },
  request_headers: { title: "Request headers", purpose: "Add and remove headers on the way to the upstream" },
  response_headers: {
    title: "Response headers",
    purpose: "Add and remove headers on the way back to the client",
  },
  webhook_verification: {
    title: "Webhook verification",
    purpose: "Check the signature of a webhook’s sender",
  },
  oauth: { title: "OAuth", purpose: "Sign in with an OAuth provider" },
  saml: { title: "SAML", purpose: "Sign in with a SAML identity provider" },
  oidc: { title: "OIDC", purpose: "Sign in with an OpenID Connect provider" },
  websocket_tcp_converter: { title: "WebSocket to TCP", purpose: "Carry TCP over a WebSocket" },
  user_agent_filter: { title: "User agent filter", purpose: "Allow or deny by the User-Agent header" },
  jwt_validation: {
    title: "JWT validation",
    purpose: "Let requests with a valid JSON Web Token through",
  },
  policies: { title: "Policies", purpose: "Rules over requests and responses" },
  mutual_tls: { title: "Mutual TLS", purpose: "Ask clients for a certificate of yours" },
  tls_termination: { title: "TLS termination", purpose: "Where TLS ends, and its lowest version" },
};

/** Title and purpose of a wire name; a kind this console does not know is called by its wire name. */
export function textsOf(kind: string): ModuleTexts {
  return Object.hasOwn(MODULE_TEXTS, kind) ? MODULE_TEXTS[kind as ModuleKind] : { title: kind, purpose: "" };
}
