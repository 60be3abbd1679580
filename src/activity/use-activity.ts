import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { eventsQuery, fetchEvents, type EventPage, type EventWhere } from "#api/events.ts";
import { withNewest, withOlder } from "./seen-events.ts";

/** The events for which `where` holds, as they come, and as many older ones as were asked for. Mount it anew for another `where`. */
export function useActivity(where: EventWhere) {
  const query = useQuery(eventsQuery(where));
  const [kept, setKept] = useState<{ newest: typeof query.data; seen: EventPage | null }>({
    newest: undefined,
    seen: null,
  });
  const { data } = query;
  let { seen } = kept;
  if (data !== kept.newest) {
    seen = data ? withNewest(seen, data) : null;
    setKept({ newest: data, seen });
  }
  const loadOlder = async (): Promise<void> => {
    const older = await fetchEvents(where, seen?.next ?? null);
    if (older) setKept((now) => ({ ...now, seen: now.seen && withOlder(now.seen, older) }));
  };
  return { query, events: seen?.events ?? [], next: seen?.next ?? null, loadOlder, isAbsent: data === null };
}
