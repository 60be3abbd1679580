import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import type { Gateway } from "./gateway/types.ts";
import type { Ended } from "./http/request-log.ts";
import type { HandlerServices } from "./implement.ts";
import { createRequestTimes } from "./request-times.ts";

/** What a scrape of Prometheus reads of this process. */
export type Metrics = {
  /** Counts and times a request. */
  count: (ended: Ended) => void;
  /** The gateway's `command`, with what came of each counted. */
  command: Gateway["command"];
  /** All of it in Prometheus's text format, and its media type. */
  read: () => Promise<{ text: string; type: string }>;
};

/**
 * Counts from the start of the process on. No value names a key, a user or an object, so there are as many series as
 * operations have answers.
 */
export function createMetrics({
  gateway,
  writes,
  feed,
  traffic,
  trafficFeed,
  trafficUnsent,
  deliverer,
}: Pick<
  HandlerServices,
  "gateway" | "writes" | "feed" | "traffic" | "trafficFeed" | "trafficUnsent" | "deliverer"
>): Metrics {
  const registry = new Registry();
  const requests = createRequestTimes();
  const now: Record<string, [help: string, read: () => number]> = {
    gatehouse_agent_sessions: ["Agents online at this process.", () => gateway.sessions?.() ?? 0],
    gatehouse_event_streams: ["Event streams open at this process.", feed.readers],
    gatehouse_traffic_streams: ["Traffic streams open at this process.", trafficFeed.readers],
    gatehouse_database_writable: [
      "1 while the database takes writes, 0 after its disk refused one.",
      () => Number(!writes.stats().failing),
    ],
  };
  for (const [name, [help, read]] of Object.entries(now)) {
    const collect = function (this: Gauge) {
      this.set(read());
    };
    registry.registerMetric(new Gauge({ name, help, collect, registers: [] }));
  }
  const totals: Record<string, [help: string, read: () => number]> = {
    gatehouse_database_queries_total: ["Statements sent to the database.", () => writes.stats().queries],
    gatehouse_database_errors_total: ["Statements that failed.", () => writes.stats().errors],
    gatehouse_database_seconds_total: [
      "Time until statements were answered, in seconds.",
      () => writes.stats().seconds,
    ],
    gatehouse_traffic_events_kept_total: [
      "Requests and connections that were written to the traffic store.",
      () => traffic.stats().kept,
    ],
    gatehouse_events_sent_total: ["Events that destinations took.", () => deliverer.stats().sent],
    gatehouse_events_refused_total: [
      "Times that a destination did not take an event, which is tried again or given up.",
      () => deliverer.stats().refused,
    ],
    gatehouse_traffic_events_unsent_total: [
      "Traffic events that were not sent to a destination: too many waited for it.",
      trafficUnsent,
    ],
    gatehouse_traffic_events_lost_total: [
      "Requests and connections that were not: the edge or the store was too slow, or its disk full.",
      () => traffic.stats().lost,
    ],
  };
  for (const [name, [help, read]] of Object.entries(totals)) {
    const collect = function (this: Counter) {
      this.reset();
      this.inc(read());
    };
    registry.registerMetric(new Counter({ name, help, collect, registers: [] }));
  }
  const commands = new Counter({
    name: "gatehouse_agent_commands_total",
    help: "Commands sent to agents, by what came of them: accepted, unsupported, refused, failed, silent, unreachable or gone.",
    labelNames: ["command", "outcome"],
    registers: [registry],
  });
  let watched = false;
  return {
    count: requests.count,
    command: async (sessionId, kind) => {
      const outcome = await gateway.command(sessionId, kind);
      commands.inc({ command: kind, outcome: outcome?.outcome ?? "gone" });
      return outcome;
    },
    read: async () => {
      // Timers and observers of the process, which nobody needs before the first scrape.
      if (!watched) collectDefaultMetrics({ register: registry });
      watched = true;
      return { text: `${requests.text()}\n${await registry.metrics()}`, type: registry.contentType };
    },
  };
}
