import type { Ended } from "./http/request-log.ts";

const NAME = "gatehouse_http_request_duration_seconds";
const HELP =
  "Time until the answer of a request began, by operation of the API (none: console and others) and status.";

/** Seconds: from a read of memory to a restart that an agent takes its time for. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The requests of one operation, method and status: how many took as long as each bucket says, and no shorter one. */
type Series = { labels: string; counts: number[]; count: number; sum: number };

/** Counts and times requests, and writes that in Prometheus's text format. */
export type RequestTimes = { count: (ended: Ended) => void; text: () => string };

/**
 * A histogram of our own: to find a series by its labels costs prom-client more than all else that a request is told to. No value
 * names a key, a user or an object, so there are as many series as operations have answers.
 */
export function createRequestTimes(): RequestTimes {
  const all = new Map<string, Series>();

  function seriesOf({ operation = "none", method, status }: Ended): Series {
    const key = `${operation} ${method} ${status}`;
    const before = all.get(key);
    if (before) return before;
    const labels = `operation="${operation}",method="${method}",status="${status}"`;
    const series = { labels, counts: BUCKETS.map(() => 0), count: 0, sum: 0 };
    all.set(key, series);
    return series;
  }

  return {
    count: (ended) => {
      const series = seriesOf(ended);
      const seconds = ended.ms / 1000;
      series.count += 1;
      series.sum += seconds;
      for (let i = 0; i < BUCKETS.length; i += 1)
        if (seconds <= (BUCKETS[i] ?? 0)) {
          series.counts[i] = (series.counts[i] ?? 0) + 1;
          return;
        }
    },
    text: () => {
      const lines = [`# HELP ${NAME} ${HELP}`, `# TYPE ${NAME} histogram`];
      for (const { labels, counts, count, sum } of all.values()) {
        let total = 0;
        for (const [i, bound] of BUCKETS.entries())
          lines.push(`${NAME}_bucket{le="${bound}",${labels}} ${(total += counts[i] ?? 0)}`);
        lines.push(`${NAME}_bucket{le="+Inf",${labels}} ${count}`);
        lines.push(`${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${count}`);
      }
      return `${lines.join("\n")}\n`;
    },
  };
}
