import { queryOptions } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import { pollEvery } from "#api/query-client.ts";
import { PAGE_LIMIT_MAX } from "#contract/api-facts.ts";
import { TrafficEvent, TrafficEventList } from "#contract/traffic/traffic-event.ts";
import { METRICS_BUCKETS, TrafficMetrics } from "#contract/traffic/traffic-metrics.ts";

/** Below the base URL. All of it is an extension (decisions/api/extensions.md). */
const TRAFFIC_PATH = "/traffic";
export const TRAFFIC_STREAM = "/traffic_stream";

export type TrafficPage = {
  filter: string;
  events: readonly TrafficEvent[];
  /** Older than this event is what was not searched yet; null when all was. */ next: string | null;
};

/** A page of what passes a filter in CEL, newest first; `before` = older than this event. An empty filter takes all. */
export async function fetchTraffic(of: {
  filter: string;
  before?: string | undefined;
  signal?: AbortSignal | undefined;
}): Promise<TrafficPage> {
  const { filter, before, signal } = of;
  const query = { limit: PAGE_LIMIT_MAX, filter: filter || undefined, before_id: before };
  const answer = await request({
    method: "GET",
    path: TRAFFIC_PATH,
    query,
    answer: TrafficEventList,
    signal,
  });
  const rest = new URLSearchParams(answer.next_page_uri?.split("?")[1]);
  return { filter, events: answer.traffic, next: rest.get("before_id") };
}

/** The newest that pass a filter. What was read once is old at once: the page follows the stream. */
export const newestTraffic = (filter: string) =>
  queryOptions({
    queryKey: ["traffic", "list", filter],
    queryFn: ({ signal }) => fetchTraffic({ filter, signal }),
    staleTime: 0,
  });

/** One event, with the bodies that were kept. It never changes. */
export const trafficEvent = (id: string) =>
  queryOptions({
    queryKey: ["traffic", "event", id],
    queryFn: ({ signal }) =>
      request({
        method: "GET",
        path: `${TRAFFIC_PATH}/${encodeURIComponent(id)}`,
        answer: TrafficEvent,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.error ? pollEvery(15_000)({ state }) : false),
  });

/** What is counted apart. */
export type CountedBy = "account" | "endpoint" | "edge" | "route" | "session";
export type BucketName = keyof typeof METRICS_BUCKETS;

/** The last 60 buckets of one object, or of the account. */
export const trafficMetrics = (by: CountedBy, id: string | undefined, bucket: BucketName) =>
  queryOptions({
    queryKey: ["traffic", "metrics", by, id ?? "", bucket],
    queryFn: ({ signal }) =>
      request({
        method: "GET",
        path: "/traffic_metrics",
        query: { by, id, bucket },
        answer: TrafficMetrics,
        signal,
      }),
    // Whoever sends the first request looks for it here.
    refetchInterval: ({ state }) => {
      const isQuiet = state.data?.series.every(({ buckets }) => buckets.every((one) => one.requests === 0));
      return pollEvery(isQuiet ? 5_000 : Math.min(15, METRICS_BUCKETS[bucket]) * 1000)({ state });
    },
  });
