import * as z from "zod/mini";
import { Timestamp } from "./common.ts";

export const MatchType = z.enum(["exact_path", "path_prefix"]);
export type MatchType = z.infer<typeof MatchType>;

/** A module as a route shows it: its object, or null when it is not set. Its own contract is in modules/. */
const RouteModuleValue = z.nullish(z.looseObject({ enabled: z.optional(z.boolean()) }));

/** A route of an HTTPS edge (api.md#https-edge-routes). Every module reads null when it is not set. */
export const Route = z.looseObject({
  edge_id: z.string(),
  id: z.string(),
  created_at: Timestamp,
  match_type: z.string(),
  match: z.string(),
  uri: z.string(),
  description: z.nullish(z.string()),
  metadata: z.nullish(z.string()),
  backend: RouteModuleValue,
  ip_restriction: RouteModuleValue,
  circuit_breaker: RouteModuleValue,
  compression: RouteModuleValue,
  request_headers: RouteModuleValue,
  response_headers: RouteModuleValue,
  webhook_verification: RouteModuleValue,
  oauth: RouteModuleValue,
  saml: RouteModuleValue,
  oidc: RouteModuleValue,
  websocket_tcp_converter: RouteModuleValue,
  user_agent_filter: RouteModuleValue,
  jwt_validation: RouteModuleValue,
  policies: RouteModuleValue,
});
export type Route = z.infer<typeof Route>;
