import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { eventsQuery, fetchEvents, type EventPage, type EventWhere } from "#api/events.ts";
import { withNewest, withOlder } from "./seen-events.ts";

/** The events for which `where` holds, as they come, and as many older ones as were asked for. Another `where` begins anew. */
export function useActivity(where: EventWhere) {
  const of = JSON.stringify(where);
  const query = useQuery(eventsQuery(where));
  const [kept, setKept] = useState<{ of: string; newest: typeof query.data; seen: EventPage | null }>({
    of,
    newest: undefined,
    seen: null,
  });
  const { data } = query;
  let { seen } = kept;
  if (of !== kept.of || data !== kept.newest) {
    seen = data ? withNewest(of === kept.of ? seen : null, data) : null;
    setKept({ of, newest: data, seen });
  }
  const next = seen?.next ?? null;
  const loadOlder = async (): Promise<void> => {
    const older = await fetchEvents(where, next);
    if (older)
      setKept((now) =>
        now.of === of && now.seen?.next === next ? { ...now, seen: withOlder(now.seen, older) } : now,
      );
  };
  return { query, events: seen?.events ?? [], next, loadOlder, isAbsent: data === null };
}
