import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";

/** Each bound of a histogram is the one before it times this: what is read from it is at most 5 % off. */
const RATIO = 1.1;
const LOG_RATIO = Math.log(RATIO);
/** Shorter than this, in milliseconds, counts as this. */
const SHORTEST = 0.01;

/** How many there were of each length, in milliseconds, by the number of its bound. */
class Histogram {
  private readonly counts = new Map<number, number>();

  add(ms: number, times = 1): void {
    this.addAt(Math.ceil(Math.log(Math.max(ms, SHORTEST)) / LOG_RATIO), times);
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

  private addAt(bound: number, times: number): void {
    this.counts.set(bound, (this.counts.get(bound) ?? 0) + times);
  }
}

/** What was counted of one subject in one stretch of time. */
export class Counts {
  requests = 0;
  errors = 0;
  bytesIn = 0;
  bytesOut = 0;
  readonly duration = new Histogram();
  readonly upstream = new Histogram();

  add({ object, gatehouse = {} }: TrafficEvent): void {
    this.requests += 1;
    const status = "http" in object ? (object.http?.response?.status_code ?? 0) : 0;
    const failed = gatehouse.outcome === "refused" || gatehouse.outcome === "broken";
    if (failed || status >= 500) this.errors += 1;
    this.bytesIn += gatehouse.bytes_in ?? 0;
    this.bytesOut += gatehouse.bytes_out ?? 0;
    if (gatehouse.duration_ms !== undefined) this.duration.add(gatehouse.duration_ms);
    if (gatehouse.phases?.upstream !== undefined) this.upstream.add(gatehouse.phases.upstream);
  }

  merge(other: Counts): void {
    this.requests += other.requests;
    this.errors += other.errors;
    this.bytesIn += other.bytesIn;
    this.bytesOut += other.bytesOut;
    this.duration.merge(other.duration);
    this.upstream.merge(other.upstream);
  }

  /** As a row of the store has it. */
  text(): string {
    const { requests, errors, bytesIn, bytesOut, duration, upstream } = this;
    return JSON.stringify([requests, errors, bytesIn, bytesOut, duration, upstream]);
  }

  static read(text: string): Counts {
    const [requests, errors, bytesIn, bytesOut, duration, upstream] = JSON.parse(text) as [
      number,
      number,
      number,
      number,
      number[],
      number[],
    ];
    const counts = new Counts();
    Object.assign(counts, { requests, errors, bytesIn, bytesOut });
    counts.duration.merge(Histogram.fromJSON(duration));
    counts.upstream.merge(Histogram.fromJSON(upstream));
    return counts;
  }
}
