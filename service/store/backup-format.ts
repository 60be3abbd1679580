import type { Logger } from "pino";
import * as z from "zod/mini";
import type { Schema } from "./schema.ts";

/** What a backup holds, in an order in which no row names one that is still to come. */
export const KEPT = [
  "account",
  "users",
  "api_keys",
  "api_key_uses",
  "credentials",
  "signing_keys",
  "certificate_authorities",
  "ip_policies",
  "ip_policy_rules",
  "backends",
  "https_edges",
  "tls_edges",
  "tcp_edges",
  "endpoints",
  "routes",
  "modules",
  "module_refs",
  "events",
  "event_destinations",
  "event_subscriptions",
  "event_sources",
  "event_subscription_destinations",
  "event_deliveries",
  "event_delivery_states",
] as const satisfies readonly (keyof Schema)[];

/** What lives as long as an agent's socket or a service's process, and comes back with them, and what counts changes. */
export const LIVE = [
  "captures",
  "ended_sessions",
  "ended_tunnels",
  "leases",
  "nodes",
  "rollout_agents",
  "rollouts",
  "session_changes",
  "sessions",
  "tunnels",
  "versions",
] as const satisfies readonly (keyof Schema)[];

export type Kept = (typeof KEPT)[number];
/** The database of a backup: the file of a data folder, or the Postgres of `url`. */
export type Where = { dir: string; url: string | null; log: Pick<Logger, "error" | "warn" | "info"> };

/** The first line of a backup. */
export const Head = z.object({ gatehouse_backup: z.literal(1), schema: z.string(), created_at: z.string() });
/** The others: rows, and at the end how many there were. */
export const Line = z.union([
  z.object({ table: z.enum(KEPT), row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])) }),
  z.object({ rows: z.number() }),
]);
