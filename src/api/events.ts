import { queryOptions } from "@tanstack/react-query";
import { EventList, type Event } from "#contract/event.ts";
import { request } from "./client.ts";
import { isAbsent } from "./errors.ts";
import { pollEvery } from "./query-client.ts";

/** As many as the API answers at once: bursts are folded. */
const MOST = 100;

/** What must hold for events: the query of `GET /events`. */
export type EventWhere = Partial<
  Record<
    | "resource"
    | "type"
    | "object_id"
    | "edge_id"
    | "ip_policy_id"
    | "principal"
    | "credential"
    | "since"
    | "until",
    string
  >
>;

/** Events, newest first; `next` is the id before which the older ones are, null at the end. */
export type EventPage = { events: readonly Event[]; next: string | null };

/** A page of at most `limit` events (1 to 100); null where the service has no such list (an extension, decisions/api/extensions.md). */
export async function fetchEvents(
  where: EventWhere,
  before: string | null,
  { limit = MOST, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<EventPage | null> {
  try {
    const query = { ...where, limit: String(limit), before_id: before ?? undefined };
    const { events, next_page_uri: more } = await request({
      method: "GET",
      path: "/events",
      query,
      answer: EventList,
      signal,
    });
    return { events, next: (more && events.at(-1)?.event_id) || null };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** The newest audit events for which all of `where` holds, at most `limit`. The live stream has them read again (follow-stream.ts). */
export const eventsQuery = (where: EventWhere = {}, limit = MOST) =>
  queryOptions({
    queryKey: ["events", "newest", where, limit],
    queryFn: ({ signal }) => fetchEvents(where, null, { limit, signal }),
    refetchInterval: pollEvery(15_000),
  });
