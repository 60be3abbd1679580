/** The modules of an HTTPS edge route, in the order a route shows them (api.md#https-edge-routes). */
export const ROUTE_MODULES = [
  "backend",
  "ip_restriction",
  "circuit_breaker",
  "compression",
  "request_headers",
  "response_headers",
  "webhook_verification",
  "oauth",
  "saml",
  "oidc",
  "websocket_tcp_converter",
  "user_agent_filter",
  "jwt_validation",
  "policies",
] as const;
export type RouteModule = (typeof ROUTE_MODULES)[number];

/** Modules of which a route may have only one that is enabled (protocol-facts.md#login-modules, 7079). */
export const LOGIN_MODULES = ["oauth", "saml", "oidc"] as const satisfies readonly RouteModule[];
