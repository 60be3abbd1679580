import type { KnownModule, RouteModule } from "#contract/modules/contracts.ts";
import { circuitBreaker } from "./circuit-breaker/definition.ts";
import type { ModuleDefinition } from "./define-module.ts";

/** Wire name → what the console knows of it. A new kind is a contract, a folder here and a line. */
export const MODULES: { readonly [K in KnownModule]?: ModuleDefinition } = {
  circuit_breaker: circuitBreaker,
};

/** The definition of a wire name, or undefined when this console can't edit that kind. */
export function moduleOf(kind: string): ModuleDefinition | undefined {
  return Object.hasOwn(MODULES, kind) ? MODULES[kind as KnownModule] : undefined;
}

/** Title and purpose of every module a route may have, also of those that can't be edited yet. */
export const ROUTE_MODULE_TEXTS: { readonly [K in RouteModule]: { title: string; purpose: string } } = {
  backend: { title: "Backend", purpose: "Where requests go" },
  ip_restriction: { title: "IP restriction", purpose: "Allow or deny by source address" },
  circuit_breaker: { title: circuitBreaker.title, purpose: circuitBreaker.purpose },
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
  jwt_validation: { title: "JWT validation", purpose: "Let requests with a valid JSON Web Token through" },
  policies: { title: "Policies", purpose: "Rules over requests and responses" },
};
