import type { CircuitBreaker } from "./circuit-breaker.ts";

export type BreakerSettings = Pick<
  CircuitBreaker,
  "tripped_duration" | "rolling_window" | "num_buckets" | "volume_threshold" | "error_threshold_percentage"
>;

/** Requests that were made, and how many of them failed. */
export type BreakerCount = { requests: number; errors: number };

/** Times are sums of fractions; two that are this close are the same. In seconds. */
export const SAME_TIME = 1e-9;

/** Whether a breaker opens at this count of its window, after a request that failed (decisions/modules/circuit-breaker.md). */
export function trips(settings: BreakerSettings, { requests, errors }: BreakerCount): boolean {
  return (
    requests >= settings.volume_threshold &&
    errors >= settings.error_threshold_percentage * requests - SAME_TIME
  );
}

/** The number of the bucket that a time in seconds is in. */
export const bucketAt = ({ rolling_window, num_buckets }: BreakerSettings, at: number): number =>
  Math.floor((at * num_buckets) / rolling_window + SAME_TIME);

/** Counts per bucket of the last `num_buckets` buckets, the running one included. */
export type BreakerWindow = {
  /** By number; old ones go with the next request. */
  buckets: Map<number, BreakerCount>;
  /** Counts a request at a time in seconds, and answers the sums of the window then. */
  add: (at: number, failed: boolean) => BreakerCount;
};

export function breakerWindow(settings: BreakerSettings): BreakerWindow {
  const buckets = new Map<number, BreakerCount>();
  return {
    buckets,
    add: (at, failed) => {
      const now = bucketAt(settings, at);
      const running = buckets.get(now) ?? { requests: 0, errors: 0 };
      running.requests += 1;
      if (failed) running.errors += 1;
      buckets.set(now, running);
      const sum = { requests: 0, errors: 0 };
      for (const [index, count] of buckets) {
        if (index <= now - settings.num_buckets) buckets.delete(index);
        else {
          sum.requests += count.requests;
          sum.errors += count.errors;
        }
      }
      return sum;
    },
  };
}
