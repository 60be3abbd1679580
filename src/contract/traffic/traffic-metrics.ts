import * as z from "zod/mini";
import { Timestamp } from "../answer.ts";

/** What is counted apart; `account` is all of it. */
const METRICS_BY = ["account", "endpoint", "edge", "route", "session"] as const;
/** Lengths of buckets, by the name they have in a query; in seconds. */
export const METRICS_BUCKETS = { "10s": 10, "1m": 60, "1h": 3_600 } as const;

const count = z.int();
/** Milliseconds, of a histogram whose bounds grow by a fixed ratio; null where nothing was counted. */
const Percentiles = z.looseObject({
  p50: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  p99: z.nullable(z.number()),
});

/** What was counted in one stretch of time. */
const MetricsBucket = z.looseObject({
  /** Its beginning; a multiple of its length since 1970. */
  start: Timestamp,
  /** Requests and connections that ended in it. */
  requests: count,
  /** Of these: errors (`counted-error.ts`): the outcome `failed` or `broken`, or answered with 500 and above. */
  errors: count,
  /** Of these: the outcome `refused`: all works, as where a module decided who gets in. */
  refused: z.optional(count),
  bytes_in: count,
  bytes_out: count,
  /** From the beginning of a request to its end. */
  duration_ms: Percentiles,
  /** Until the app began its answer: what the edge does not answer for. */
  upstream_ms: Percentiles,
});

/** GET /traffic_metrics. Buckets in which nothing happened are left out. */
export const TrafficMetrics = z.looseObject({
  uri: z.string(),
  by: z.enum(METRICS_BY),
  bucket_seconds: z.int(),
  since: Timestamp,
  until: Timestamp,
  /** One for each object that had traffic, the busiest first; of the account, one with `id` null. */
  series: z.array(z.looseObject({ id: z.nullable(z.string()), buckets: z.array(MetricsBucket) })),
  /** Events in the store, of all that came since the service began. */
  kept: z.optional(count),
  /** Events that are not: the edge or the store was too slow, or its disk full. They are counted above. */
  lost: z.optional(count),
});

/** Query of GET /traffic_metrics. Without times, the last 60 buckets. `since` is included, `until` is not. */
export const TrafficMetricsQuery = z.strictObject({
  by: z.optional(z.enum(METRICS_BY)),
  /** Only this object. */
  id: z.optional(z.string().check(z.minLength(1))),
  bucket: z.optional(z.enum(Object.keys(METRICS_BUCKETS) as (keyof typeof METRICS_BUCKETS)[])),
  since: z.optional(Timestamp),
  until: z.optional(Timestamp),
});
