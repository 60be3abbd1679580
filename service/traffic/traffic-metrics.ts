import { METRICS_BUCKETS } from "#contract/traffic/traffic-metrics.ts";
import type { Counted } from "#edge/events/make-event.ts";
import { Counts, lengthsOf } from "./traffic-counts.ts";
import type { CountsRow, TrafficStore } from "./traffic-store.ts";

/** What is counted apart. */
type Grouped = "account" | "endpoint" | "edge" | "route" | "session";
/** Length of a bucket in seconds. */
export type Step = (typeof METRICS_BUCKETS)[keyof typeof METRICS_BUCKETS];

export type MetricsAsked = {
  grouped: Grouped;
  step: Step;
  /** Seconds since 1970, multiples of the step. `until` is not included. */
  since: number;
  until: number;
  subject?: string | undefined;
};
/** By subject, then by the beginning of the bucket. */
export type Series = Map<string, Map<number, Counts>>;

type Bucket = { start: number; of: Map<string, Counts> };

const { "10s": SHORT, "1m": MINUTE, "1h": HOUR } = METRICS_BUCKETS;
/** How long buckets are kept, in seconds. */
const KEPT: Readonly<Record<Step, number>> = {
  [SHORT]: 6 * HOUR,
  [MINUTE]: 72 * HOUR,
  [HOUR]: 90 * 24 * HOUR,
};
/** Subjects of one grouping in a bucket. Those beyond count for the account only. */
const SUBJECTS_MAX = 2_000;
/** Rows that wait for the store, and rows written at a time. */
const WAITING_MAX = 50_000;
const ROWS = 500;

/**
 * Counts what passed, in histograms: every event, also those that the store could not take. The open bucket of 10 s is in
 * memory; what it closes with is added to the open minute and hour, and all that is closed goes to the store. The hour goes
 * there with each minute, so that a process that is killed loses little.
 */
export class TrafficMetricsBook {
  private readonly store: () => Promise<TrafficStore>;
  private readonly nodeId: string;
  private readonly now: () => number;
  private readonly open: Record<Step, Bucket>;
  /** By bucket and subject: what an open hour counts later replaces what it counted before. */
  private readonly waiting = new Map<string, CountsRow>();
  private writing: Promise<void> | undefined;
  private cleanedAt = 0;

  /** `now` in milliseconds since 1970. */
  constructor(store: () => Promise<TrafficStore>, nodeId: string, now = Date.now) {
    this.store = store;
    this.nodeId = nodeId;
    this.now = now;
    const bucket = (step: Step): Bucket => ({ start: startOf(now() / 1_000, step), of: new Map() });
    this.open = { [SHORT]: bucket(SHORT), [MINUTE]: bucket(MINUTE), [HOUR]: bucket(HOUR) };
  }

  add(counted: Counted): void {
    this.turn();
    const { of } = this.open[SHORT];
    const { endpointId, edgeId, routeId, sessionId } = counted;
    const lengths = lengthsOf(counted);
    countOf(of, "account", "").add(counted, lengths);
    if (endpointId !== undefined) countOf(of, "endpoint", endpointId).add(counted, lengths);
    if (edgeId !== undefined) countOf(of, "edge", edgeId).add(counted, lengths);
    if (routeId !== undefined) countOf(of, "route", routeId).add(counted, lengths);
    if (sessionId !== undefined) countOf(of, "session", sessionId).add(counted, lengths);
  }

  /** Writes what is closed; `all` = what is open too, at the end. Rejects when the store can't be written. */
  async flush(all = false): Promise<void> {
    this.turn();
    if (all) this.close(Infinity);
    await (this.writing ??= this.write().finally(() => (this.writing = undefined)));
  }

  /** What was counted, by all processes; of this one up to now. */
  async read(asked: MetricsAsked): Promise<Series> {
    const { step, grouped, subject } = asked;
    await this.flush();
    const series: Series = new Map();
    const put = (id: string, start: number, counts: Counts): void => {
      if (start < asked.since || start >= asked.until || (subject !== undefined && id !== subject)) return;
      const buckets = series.get(id) ?? new Map<number, Counts>();
      const sum = buckets.get(start) ?? new Counts();
      sum.merge(counts);
      series.set(id, buckets.set(start, sum));
    };
    // Before the store is read: what is closed meanwhile must not count twice.
    const own = this.open[step].start;
    for (const from of step === SHORT ? [SHORT] : [SHORT, step]) {
      for (const [key, counts] of this.open[from].of) {
        const [of, id] = partsOf(key);
        if (of === grouped) put(id, startOf(this.open[from].start, step), counts);
      }
    }
    for (const row of await (await this.store()).counts(asked))
      if (row.node_id !== this.nodeId || row.start !== own)
        put(row.subject, row.start, Counts.read(row.counts));
    return series;
  }

  private turn(): void {
    const at = this.now() / 1_000;
    if (startOf(at, SHORT) !== this.open[SHORT].start) this.close(at);
  }

  /** Closes the bucket of 10 s, and the minute and the hour where they end before `at`. */
  private close(at: number): void {
    const short = this.open[SHORT];
    for (const step of [MINUTE, HOUR] as const) {
      const { of } = this.open[step];
      for (const [key, counts] of short.of) {
        const sum = of.get(key) ?? new Counts();
        sum.merge(counts);
        of.set(key, sum);
      }
    }
    const minuteEnds = startOf(at, MINUTE) !== this.open[MINUTE].start;
    this.toWrite(SHORT);
    if (minuteEnds) {
      this.toWrite(MINUTE);
      this.toWrite(HOUR);
    }
    const next = (step: Step): void => {
      const start = Number.isFinite(at) ? startOf(at, step) : this.open[step].start;
      if (step === SHORT || start !== this.open[step].start) this.open[step] = { start, of: new Map() };
    };
    next(SHORT);
    next(MINUTE);
    next(HOUR);
  }

  private toWrite(step: Step): void {
    const { start, of } = this.open[step];
    for (const [key, counts] of of) {
      const name = `${step} ${start} ${key}`;
      if (this.waiting.size >= WAITING_MAX && !this.waiting.has(name)) continue;
      const [grouped, subject] = partsOf(key);
      this.waiting.set(name, { node_id: this.nodeId, step, start, grouped, subject, counts: counts.text() });
    }
  }

  private async write(): Promise<void> {
    if (this.waiting.size === 0) return;
    const store = await this.store();
    while (this.waiting.size > 0) {
      const rows = firstOf(this.waiting, ROWS);
      await store.putCounts(rows.map(([, row]) => row));
      for (const [name, row] of rows) if (this.waiting.get(name) === row) this.waiting.delete(name);
    }
    const at = this.now() / 1_000;
    if (at - this.cleanedAt < HOUR) return;
    this.cleanedAt = at;
    for (const step of [SHORT, MINUTE, HOUR] as const)
      await store.removeCounts(step, startOf(at - KEPT[step], step));
  }
}

/** The beginning of the bucket that a time is in, in seconds. */
export function startOf(seconds: number, step: Step): number {
  return Math.floor(seconds / step) * step;
}

function countOf(of: Map<string, Counts>, grouped: Grouped, subject: string): Counts {
  const key = `${grouped} ${subject}`;
  let counts = of.get(key);
  if (!counts) {
    counts = new Counts();
    // Counted and forgotten: nobody may fill the memory with names.
    if (of.size < SUBJECTS_MAX * 4) of.set(key, counts);
  }
  return counts;
}

function firstOf<T>(all: Iterable<T>, count: number): T[] {
  const first: T[] = [];
  for (const one of all) if (first.push(one) === count) break;
  return first;
}

function partsOf(key: string): [grouped: string, subject: string] {
  const space = key.indexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
}
