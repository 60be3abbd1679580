import { queryOptions } from "@tanstack/react-query";
import { EventList, type Event } from "#contract/event.ts";
import { request } from "./client.ts";
import { isAbsent } from "./errors.ts";
import { pollEvery } from "./query-client.ts";

/** As many as the API answers at once: bursts are folded. */
const MOST = 100;

/** The newest audit events, newest first; null where the service has no such list (an extension, decisions/api/extensions.md). */
export const recentEvents = queryOptions({
  queryKey: ["events", "recent"],
  queryFn: async ({ signal }): Promise<Event[] | null> => {
    try {
      const path = `/events?limit=${MOST}`;
      return (await request({ method: "GET", path, answer: EventList, signal })).events;
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  },
  refetchInterval: pollEvery(15_000),
});
