import { TrafficEvent, TrafficEventList } from "#contract/traffic/traffic-event.ts";
import { TrafficMetrics, TrafficMetricsQuery } from "#contract/traffic/traffic-metrics.ts";
import { UnreachableAppList } from "#contract/traffic/unreachable-app.ts";
import { TrafficQuery, TrafficStreamQuery } from "#contract/traffic/traffic-query.ts";
import { operation } from "./operation.ts";
import { ITEM_ERRORS } from "./resource.ts";

const tag = "Traffic";

/** Extensions: what other services of the family only send to event destinations (protocol-facts.md#events). */
export const trafficOperations = {
  list: operation({
    id: "TrafficList",
    method: "GET",
    path: "/traffic",
    summary:
      "List requests and connections, newest first. A page may have fewer than its limit, or none, and a next page all the same: so much was searched.",
    tag,
    query: TrafficQuery,
    status: 200,
    answer: TrafficEventList,
    errors: ["limitInvalid", "valueInvalid"],
  }),
  get: operation({
    id: "TrafficGet",
    method: "GET",
    path: "/traffic/{id}",
    summary: "Get a request or connection, with its captured bodies.",
    tag,
    status: 200,
    answer: TrafficEvent,
    errors: ITEM_ERRORS,
  }),
  stream: operation({
    id: "TrafficStream",
    method: "GET",
    path: "/traffic_stream",
    summary:
      "Server-sent events: each request and connection as it ends, its ID as the id. An event named dropped has the count of those that were skipped since the reader was too slow. Last-Event-ID resumes after an event while it is among the last ones.",
    tag,
    query: TrafficStreamQuery,
    stream: true,
    status: 200,
    answer: TrafficEvent,
    errors: ["valueInvalid", "streamsTaken", "shuttingDown"],
  }),
  unreachable: operation({
    id: "UnreachableAppsList",
    method: "GET",
    path: "/unreachable_apps",
    summary:
      "List the addresses, routes and tunnels most of whose last requests failed since their app, login provider or keys could not be reached.",
    tag,
    status: 200,
    answer: UnreachableAppList,
    errors: [],
  }),
  metrics: operation({
    id: "TrafficMetrics",
    method: "GET",
    path: "/traffic_metrics",
    summary:
      "Count requests, errors, refusals, bytes and durations over time, of the account or of each of its parts.",
    tag,
    query: TrafficMetricsQuery,
    status: 200,
    answer: TrafficMetrics,
    errors: ["valueInvalid"],
  }),
} as const;
