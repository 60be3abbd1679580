import type { Counted } from "#edge/events/make-event.ts";
import { isCountedError } from "#contract/traffic/counted-error.ts";

/** Each bound of a histogram is the one before it times this: what is read from it is at most 5 % off. */
const RATIO = 1.1;
const LOG_RATIO = Math.log(RATIO);
/** Shorter than this, in milliseconds, counts as this. */
const SHORTEST = 0.01;

/** How many there were of each length, in milliseconds, by the number of its bound. */
class Histogram {
  private readonly counts = new Map<number, number>();

  addAt(bound: number, times = 1): void {
    this.counts.set(bound, (this.counts.get(bound) ?? 0) + times);
  }

  merge(other: Histogram): void {
    for (const [bound, times] of other.counts) this.addAt(bound, times);
  }

  /** The length that a part of all, 0 to 1, did not exceed; null of none. */
  quantile(part: number): number | null {
    const bounds = [...this.counts].toSorted(([a], [b]) => a - b);
    const all = bounds.reduce((sum, [, times]) => sum + times, 0);
    let seen = 0;
    for (const [bound, times] of bounds) {
      seen += times;
      if (seen >= part * all) return Number((RATIO ** (bound - 0.5)).toPrecision(3));
    }
    return null;
  }

  percentiles(): { p50: number | null; p95: number | null; p99: number | null } {
    return { p50: this.quantile(0.5), p95: this.quantile(0.95), p99: this.quantile(0.99) };
  }

  /** Bounds and counts in turn. */
  toJSON(): number[] {
    return [...this.counts].flat();
  }

  static fromJSON(values: readonly number[]): Histogram {
    const histogram = new Histogram();
    for (let at = 0; at + 1 < values.length; at += 2) histogram.addAt(values[at] ?? 0, values[at + 1] ?? 0);
    return histogram;
  }
}

/** The numbers of the bounds that lengths of time are within; null of none. */
type Lengths = { duration: number | null; upstream: number | null };

export function lengthsOf({ durationMs, upstreamMs }: Counted): Lengths {
  const bound = (ms: number | undefined): number | null =>
    ms === undefined ? null : Math.ceil(Math.log(Math.max(ms, SHORTEST)) / LOG_RATIO);
  return { duration: bound(durationMs), upstream: bound(upstreamMs) };
}

/** What was counted of one subject in one stretch of time. */
export class Counts {
  requests = 0;
  errors = 0;
  refused = 0;
  bytesIn = 0;
  bytesOut = 0;
  /** Of the requests: connections that carried no HTTP. */
  connections = 0;
  readonly duration = new Histogram();
  readonly upstream = new Histogram();

  /** `lengths` = of what is counted. */
  add({ status, outcome, bytesIn, bytesOut, tcp }: Counted, { duration, upstream }: Lengths): void {
    this.requests += 1;
    if (tcp) this.connections += 1;
    // A policy may deny with any status: what it was counts, not what it was answered with.
    if (isCountedError({ outcome, status })) this.errors += 1;
    else if (outcome === "refused") this.refused += 1;
    this.bytesIn += bytesIn;
    this.bytesOut += bytesOut;
    if (duration !== null) this.duration.addAt(duration);
    if (upstream !== null) this.upstream.addAt(upstream);
  }

  merge(other: Counts): void {
    this.requests += other.requests;
    this.errors += other.errors;
    this.refused += other.refused;
    this.bytesIn += other.bytesIn;
    this.bytesOut += other.bytesOut;
    this.connections += other.connections;
    this.duration.merge(other.duration);
    this.upstream.merge(other.upstream);
  }

  /** As a row of the store has it. */
  text(): string {
    const { requests, errors, bytesIn, bytesOut, duration, upstream, connections, refused } = this;
    return JSON.stringify([requests, errors, bytesIn, bytesOut, duration, upstream, connections, refused]);
  }

  static read(text: string): Counts {
    const [requests, errors, bytesIn, bytesOut, duration, upstream, connections = 0, refused = 0] =
      JSON.parse(text) as [
        number,
        number,
        number,
        number,
        number[],
        number[],
        // Rows of before these were counted have none.
        connections?: number,
        refused?: number,
      ];
    const counts = new Counts();
    Object.assign(counts, { requests, errors, bytesIn, bytesOut, connections, refused });
    counts.duration.merge(Histogram.fromJSON(duration));
    counts.upstream.merge(Histogram.fromJSON(upstream));
    return counts;
  }
}
