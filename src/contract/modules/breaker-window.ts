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

/** Counts per bucket of the last `num_buckets` buckets, the running one included. */
export type BreakerWindow = {
  clear: () => void;
  /** Counts a request at a time in seconds, and answers the sums of the window then. */
  add: (at: number, failed: boolean) => BreakerCount;
  /** What the window has at a time in seconds: each bucket, the running one last, and when that ends. */
  read: (at: number) => { buckets: BreakerCount[]; ends: number };
};

export function breakerWindow({ rolling_window, num_buckets }: BreakerSettings): BreakerWindow {
  const buckets = new Map<number, BreakerCount>();
  const bucketAt = (at: number): number => Math.floor((at * num_buckets) / rolling_window + SAME_TIME);
  return {
    clear: () => buckets.clear(),
    add: (at, failed) => {
      const now = bucketAt(at);
      const bucket = buckets.get(now) ?? { requests: 0, errors: 0 };
      buckets.set(now, { requests: bucket.requests + 1, errors: bucket.errors + (failed ? 1 : 0) });
      const sum = { requests: 0, errors: 0 };
      for (const [index, count] of buckets) {
        if (index <= now - num_buckets) buckets.delete(index);
        else {
          sum.requests += count.requests;
          sum.errors += count.errors;
        }
      }
      return sum;
    },
    read: (at) => {
      const now = bucketAt(at);
      const first = now - num_buckets + 1;
      return {
        buckets: Array.from({ length: num_buckets }, (_, index) => ({
          ...(buckets.get(first + index) ?? { requests: 0, errors: 0 }),
        })),
        ends: ((now + 1) * rolling_window) / num_buckets,
      };
    },
  };
}
