import * as z from "zod/mini";
import { Description, Metadata, Timestamp } from "./common.ts";
import { CircuitBreakerRequest } from "./modules/circuit-breaker.ts";

export const MatchType = z.enum(["exact_path", "path_prefix"]);
export type MatchType = z.infer<typeof MatchType>;

/** A module as a route shows it: its object, or null when it is not set. Its own contract is in modules/. */
const RouteModuleValue = z.nullish(z.looseObject({ enabled: z.optional(z.boolean()) }));

/** A route of an HTTPS edge (api.md, HTTPS edge route). Every module reads null when it is not set. */
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

/** At most this many bytes in `match`; the family has a bound it does not publish (family-facts §5, 7135). */
const MATCH_MAX_BYTES = 2048;

const Match = z.string().check(
  z.startsWith("/", "must begin with /"),
  z.refine(
    (text) => new TextEncoder().encode(text).length <= MATCH_MAX_BYTES,
    `must be at most ${MATCH_MAX_BYTES} bytes`,
  ),
  z.refine((text) => !/[\s\p{Cc}\p{Surrogate}]/u.test(text), "must not contain spaces or control characters"),
);

/** A kind that is not built yet may be sent as the null it reads as. */
const notYet = z.optional(
  z.null("is a module that this service does not have yet: leave it out, or send null"),
);

const moduleFields = {
  backend: notYet,
  ip_restriction: notYet,
  circuit_breaker: z.optional(z.nullable(CircuitBreakerRequest)),
  compression: notYet,
  request_headers: notYet,
  response_headers: notYet,
  webhook_verification: notYet,
  oauth: notYet,
  saml: notYet,
  oidc: notYet,
  websocket_tcp_converter: notYet,
  user_agent_filter: notYet,
  jwt_validation: notYet,
  policies: notYet,
};

/** POST /edges/https/{edge_id}/routes. The ids of the path may be repeated in the body and are ignored (decision 9). */
export const RouteCreate = z.strictObject({
  match_type: MatchType,
  match: Match,
  description: z.optional(Description),
  metadata: z.optional(Metadata),
  edge_id: z.optional(z.string()),
  ...moduleFields,
});
export type RouteCreate = z.infer<typeof RouteCreate>;

/** PATCH /edges/https/{edge_id}/routes/{id}. A field or module left out, or a module of null, stays as it is (family-facts §2). */
export const RouteUpdate = z.strictObject({
  match_type: z.optional(MatchType),
  match: z.optional(Match),
  description: z.optional(Description),
  metadata: z.optional(Metadata),
  edge_id: z.optional(z.string()),
  id: z.optional(z.string()),
  ...moduleFields,
});
export type RouteUpdate = z.infer<typeof RouteUpdate>;
