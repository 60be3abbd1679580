import { expect, test } from "vitest";
import { type FieldFacts, HTTP_FIELDS, TCP_FIELDS } from "./fields.ts";
import { nest } from "./nest.ts";
import { OWN_FIELDS } from "./own-fields.ts";
import { TrafficEvent, TrafficEventList } from "./traffic-event.ts";
import { METRICS_BUCKETS, TrafficMetrics, TrafficMetricsQuery } from "./traffic-metrics.ts";

const examples = (fields: Readonly<Record<string, FieldFacts>>) =>
  nest(Object.fromEntries(Object.entries(fields).map(([name, { example }]) => [name, example])));
const events = [
  { event_type: "http_request_complete.v0", object: examples(HTTP_FIELDS) },
  { event_type: "tcp_connection_closed.v0", object: examples(TCP_FIELDS) },
].map((facts) => ({
  event_id: "ev_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
  event_timestamp: "2026-11-21T05:00:01Z",
  ...facts,
  gatehouse: examples(OWN_FIELDS),
}));

test("an event with an example in each field is one, and nothing in it is lost", () => {
  const list = { traffic: events, uri: "/traffic", next_page_uri: null };
  expect(TrafficEventList.parse(list)).toEqual(list);
});

test("a wrong value deep in an event is found", () => {
  const [http] = events;
  const wrong = structuredClone(http) as unknown as { object: { conn: { server_port: unknown } } };
  wrong.object.conn.server_port = "443";
  expect(TrafficEvent.safeParse(wrong).success).toBe(false);
});

test("metrics and their query", () => {
  const none = { p50: null, p95: null, p99: null };
  const start = "2026-11-21T05:00:00Z";
  const counts = { requests: 1, errors: 0, bytes_in: 0, bytes_out: 5 };
  const bucket = { start, ...counts, duration_ms: { p50: 1, p95: 2, p99: 3 }, upstream_ms: none };
  const series = [{ id: null, buckets: [bucket] }];
  const times = { since: start, until: "2026-11-21T05:01:00Z" };
  const metrics = {
    uri: "/traffic_metrics",
    by: "account",
    bucket_seconds: METRICS_BUCKETS["10s"],
    ...times,
    series,
  };
  expect(TrafficMetrics.parse(metrics)).toEqual(metrics);
  expect(TrafficMetricsQuery.safeParse({ by: "route", bucket: "1m" }).success).toBe(true);
  expect(TrafficMetricsQuery.safeParse({ bucket: "5m" }).success).toBe(false);
});
