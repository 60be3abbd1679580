import type * as z from "zod/mini";
import type { TrafficMetrics } from "#contract/traffic/traffic-metrics.ts";

/** One bucket of time, also one in which nothing happened. Percentiles in ms. */
export type Slot = {
  /** Its beginning, in ms since 1970. */
  at: number;
  requests: number;
  errors: number;
  refused: number;
  bytes: number;
  p50: number | null;
  p95: number | null;
  p99: number | null;
  /** Half of the requests waited at most so long for the app. */
  app: number | null;
};

/** More can’t be told apart in a chart. */
const SLOTS_MAX = 1440;

/** The buckets of the first series, without gaps, the oldest first; all of them empty where there is none. */
export function slotsOf({
  since,
  until,
  bucket_seconds: seconds,
  series,
}: z.infer<typeof TrafficMetrics>): Slot[] {
  const [from, to, step] = [Date.parse(since), Date.parse(until), seconds * 1000];
  const count = Math.min(SLOTS_MAX, Math.max(0, Math.ceil((to - from) / step)));
  const slots = Array.from({ length: count }, (_, index): Slot => ({
    ...EMPTY_SLOT,
    at: from + index * step,
  }));
  for (const bucket of series[0]?.buckets ?? []) {
    const { start, requests, errors, refused = 0, bytes_in, bytes_out, duration_ms, upstream_ms } = bucket;
    const slot = slots[Math.floor((Date.parse(start) - from) / step)];
    const { p50, p95, p99 } = duration_ms;
    if (slot)
      Object.assign(slot, {
        requests,
        errors,
        refused,
        bytes: bytes_in + bytes_out,
        p50,
        p95,
        p99,
        app: upstream_ms.p50,
      });
  }
  return slots;
}

export const EMPTY_SLOT = {
  requests: 0,
  errors: 0,
  refused: 0,
  bytes: 0,
  p50: null,
  p95: null,
  p99: null,
  app: null,
};

/** A round number that is at least `value`: the end of an axis. 0 → 1, 37 → 40, 1200 → 2000. */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 5, 10].map((part) => part * size).find((end) => end >= value) ?? value;
}
