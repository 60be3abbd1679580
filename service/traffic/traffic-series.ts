import type * as z from "zod/mini";
import {
  METRICS_BUCKETS,
  type TrafficMetrics,
  type TrafficMetricsQuery,
} from "#contract/traffic/traffic-metrics.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { invalid } from "../errors.ts";
import { timestamp } from "../store/time.ts";
import type { Traffic } from "./traffic.ts";
import type { Counts } from "./traffic-counts.ts";
import { startOf } from "./traffic-metrics.ts";

/** Buckets that an answer has without times, and at most; series of it. */
const BUCKETS = 60;
const BUCKETS_MAX = 1_440;
const SERIES_MAX = 100;

/** What was counted, as GET /traffic_metrics answers it. @throws ApiProblem 400 when there would be too many buckets. */
export async function readMetrics(
  traffic: Traffic,
  { by = "account", id, bucket = "1m", since, until }: z.output<typeof TrafficMetricsQuery>,
  uri: string,
): Promise<z.input<typeof TrafficMetrics>> {
  const step = METRICS_BUCKETS[bucket];
  const seconds = (time: string): number => Date.parse(time) / 1_000;
  const to =
    until === undefined
      ? startOf(Date.now() / 1_000, step) + step
      : startOf(seconds(until) + step - 0.001, step);
  const from = since === undefined ? to - BUCKETS * step : startOf(seconds(since), step);
  if ((to - from) / step > BUCKETS_MAX) {
    const message = `must be at most ${BUCKETS_MAX} buckets before until. Shorten the time, or choose a longer bucket`;
    throw invalid("valueInvalid", `The query parameter since ${message}.`, [{ path: ["since"], message }]);
  }
  const series = await traffic.metrics.read({ step, grouped: by, since: from, until: to, subject: id });
  const listed = [...series].map(([subject, buckets]) => ({
    id: by === "account" ? null : subject,
    buckets: [...buckets].toSorted(([a], [b]) => a - b).map(bucketOf),
  }));
  const sumOf = ({ buckets }: (typeof listed)[number]): number =>
    buckets.reduce((sum, one) => sum + one.requests, 0);
  return {
    uri,
    by,
    bucket_seconds: step,
    since: timeOf(from),
    until: timeOf(to),
    series: listed.toSorted((a, b) => sumOf(b) - sumOf(a)).slice(0, SERIES_MAX),
    ...traffic.stats(),
  };
}

/** How many traffic events of each kind there were since a time in seconds since 1970; a kind without one is left out. */
export async function trafficKindCounts(
  { metrics }: Pick<Traffic, "metrics">,
  since: number,
): Promise<{ type: TrafficEvent["event_type"]; count: number }[]> {
  const { "1m": minute, "1h": hour } = METRICS_BUCKETS;
  const now = Date.now() / 1_000;
  // Minutes of a day are kept for three; of longer times the hours are as good.
  const step = now - since > 26 * hour ? hour : minute;
  const asked = {
    step,
    grouped: "account" as const,
    since: startOf(since, step),
    until: startOf(now, step) + step,
  };
  const all = [...((await metrics.read(asked)).get("")?.values() ?? [])];
  const connections = all.reduce((sum, one) => sum + one.connections, 0);
  const requests = all.reduce((sum, one) => sum + one.requests, 0) - connections;
  const counts = [
    { type: "http_request_complete.v0" as const, count: requests },
    { type: "tcp_connection_closed.v0" as const, count: connections },
  ];
  return counts.filter(({ count }) => count > 0);
}

const timeOf = (seconds: number): string => timestamp(new Date(seconds * 1_000));

function bucketOf([start, { requests, errors, refused, bytesIn, bytesOut, duration, upstream }]: [
  number,
  Counts,
]) {
  return {
    start: timeOf(start),
    requests,
    errors,
    refused,
    bytes_in: bytesIn,
    bytes_out: bytesOut,
    duration_ms: duration.percentiles(),
    upstream_ms: upstream.percentiles(),
  };
}
