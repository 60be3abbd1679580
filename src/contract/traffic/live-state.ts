import * as z from "zod/mini";
import { Timestamp } from "../answer.ts";

const count = z.int();

/** The module’s fields, with the defaults of those that were left out. */
const Settings = z.looseObject({
  tripped_duration: z.number(),
  rolling_window: z.number(),
  num_buckets: count,
  volume_threshold: count,
  error_threshold_percentage: z.number(),
});

const LiveBreaker = z.looseObject({
  /** Half open: the next request tries the app, or one does so now. */
  state: z.enum(["closed", "open", "half_open"]),
  since: Timestamp,
  /** While it is open: when a request tries the app. */
  tries_at: z.nullable(Timestamp),
  /** What is in force. */
  settings: Settings,
  /** When the running bucket of the window ends. */
  window_until: Timestamp,
  /** Requests of each bucket of the window, and how many of them failed; the running one last. */
  requests: z.array(count),
  errors: z.array(count),
});

const LiveRateLimit = z.looseObject({
  /** Name of its rule, or its number. */
  rule: z.string(),
  /** Its own name; empty where it has none. */
  name: z.string(),
  /** What requests are counted by, as it is configured; nothing where all are counted together. */
  by: z.array(z.string()),
  /** So many requests of a key pass in any window. */
  capacity: count,
  window_seconds: z.number(),
  /** Keys with requests in the window, and how many of them are at the limit. */
  keys: count,
  full: count,
  /** Up to 10 keys with the most requests in the window, the most first. */
  busiest: z.array(
    z.looseObject({
      /** A value for each of `by`: null where a request had none, "redacted" where it may be a secret. */
      key: z.array(z.nullable(z.string())),
      used: count,
      /** Seconds until the first of them leaves the window. */
      frees_in: count,
    }),
  ),
});

/** What one process that takes visitors has counted; each counts for itself. */
export const LiveEdge = z.looseObject({
  id: z.string(),
  /** Null where it is off or not set. */
  circuit_breaker: z.nullable(LiveBreaker),
  /** Of the inbound rules of the route’s policies, in their order. */
  rate_limits: z.array(LiveRateLimit),
});
export type LiveEdge = z.infer<typeof LiveEdge>;

/** GET …/routes/{id}/live_state, an extension (decisions/edge/live-state.md). */
export const LiveState = z.looseObject({
  uri: z.string(),
  /** Of every edge of the account that answered in time; none where this service runs none. */
  edges: z.array(LiveEdge),
  /** Edges that did not. */
  silent: count,
});
export type LiveState = z.infer<typeof LiveState>;

/** What can begin anew: the module that counts. */
const RESETTABLE = ["circuit_breaker", "policies"] as const;

/** POST …/routes/{id}/live_state/reset. */
export const LiveStateReset = z.strictObject({ module: z.enum(RESETTABLE) });
export type LiveStateReset = z.infer<typeof LiveStateReset>;
