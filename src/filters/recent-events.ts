import { queryOptions } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { fetchTraffic } from "#resources/traffic.ts";

/** Pages read of the newest events: 100 on each. */
const PAGES_MAX = 20;

/** Only requests have `ev.http`. */
const OF_KIND = (kind: string): string =>
  kind.startsWith("http") ? "has(ev.http.request)" : "!has(ev.http.request)";

export type RecentEvents = {
  /** A page each, as NDJSON. */
  pages: readonly string[];
  /** Older ones were not read. */
  more: boolean;
};

/** The newest events of a kind, at most 2,000; null where the service keeps none (an extension). */
export const recentEvents = (kind: string) =>
  queryOptions({
    queryKey: ["traffic", "recent", kind],
    queryFn: async ({ signal }): Promise<RecentEvents | null> => {
      const pages: string[] = [];
      let before: string | undefined;
      try {
        for (let page = 0; page < PAGES_MAX; page += 1) {
          const { events, next } = await fetchTraffic({ filter: OF_KIND(kind), before, signal });
          pages.push(
            events
              .filter(({ event_type: type }) => type === kind)
              .map((event) => JSON.stringify(event))
              .join("\n"),
          );
          if (next === null) return { pages, more: false };
          before = next;
        }
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
      return { pages, more: true };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
