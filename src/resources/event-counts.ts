import { queryOptions } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { EventCounts } from "#contract/event.ts";

/** Of each kind how many there were, and for how many days audit events are kept; null = for good, or nobody says. */
type Counted = { of: ReadonlyMap<string, number>; keptDays: number | null };

/** How many events of each kind there were in the last 24 hours; null where the service doesn’t count them (an extension). */
export const eventCounts = queryOptions({
  queryKey: ["events", "counts"],
  queryFn: async ({ signal }): Promise<Counted | null> => {
    try {
      const { counts, kept_days: keptDays } = await request({
        method: "GET",
        path: "/event_counts",
        answer: EventCounts,
        signal,
      });
      return { of: new Map(counts.map(({ type, count }) => [type, count])), keptDays: keptDays ?? null };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  },
  refetchInterval: pollEvery(30_000),
});

/** What is shown of a kind: its count; null where it is not known, since another service may fire what this console knows of. */
export function countOf(
  { type, written }: { type: string; written: boolean },
  counts: Counted | null | undefined,
): number | null {
  return counts ? (counts.of.get(type) ?? (written ? 0 : null)) : null;
}
