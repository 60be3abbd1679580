import * as z from "zod/mini";
import { Timestamp } from "../answer.ts";

const count = z.int();

/** Kinds of a route's modules that ask others on behalf of a visitor: login providers, and whoever publishes keys. */
export const ASKING = { login: ["oauth", "oidc", "saml"], keys: ["jwt_validation"] } as const;

/** An address, and the route where it has one, most of whose last requests failed: they did not reach what they need, or the app says so itself (decisions/edge/unreachable-apps.md). */
const UnreachableApp = z.looseObject({
  endpoint_id: z.string(),
  edge_id: z.nullable(z.string()),
  route_id: z.nullable(z.string()),
  /** The tunnel that was tried last, which is online; null where a login provider or keys were not reached. */
  tunnel_id: z.nullable(z.string()),
  /** Why the edge refused the last one that failed; empty where the app answered it. */
  error_code: z.string(),
  /** With what the app answered the last one that failed, 500 or more; null where it did not answer. */
  status: z.nullish(z.int()),
  /** Why the app, a login provider or keys were not reached, in words; null where it is not known. */
  reason: z.nullish(z.string()),
  /** So many of the last `of` requests failed. */
  failed: count,
  of: count,
  /** Whether the route’s circuit breaker has refused requests since the app was asked last. */
  held: z.optional(z.boolean()),
  /** Whether only what was sent to this tunnel is counted: the address is not said to fail, as other tunnels may answer there. */
  by_tunnel: z.optional(z.boolean()),
  /** Whether the agent has started again since, and nobody has asked the app since then. */
  restarted: z.optional(z.boolean()),
  /** When the first of the failures in a row ended. */
  since: Timestamp,
  /** When the last one did. */
  failed_at: z.optional(Timestamp),
});
export type UnreachableApp = z.infer<typeof UnreachableApp>;

/** GET /unreachable_apps, an extension: of all edges of the account that answered in time, those with the newest failures. */
export const UnreachableAppList = z.looseObject({
  uri: z.string(),
  unreachable_apps: z.array(UnreachableApp),
});
