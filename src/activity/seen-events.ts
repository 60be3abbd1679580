import type { EventPage } from "#api/events.ts";

/** What was read of the newest events, then of older ones: what is new comes first. A gap between both is not bridged. */
export function withNewest(seen: EventPage | null, newest: EventPage): EventPage {
  const last = newest.events.at(-1)?.event_id;
  const first = seen?.events[0]?.event_id;
  if (!seen || newest.next === null || last === undefined || first === undefined || last > first)
    return newest;
  return {
    events: [...newest.events, ...seen.events.filter(({ event_id }) => event_id < last)],
    next: seen.next,
  };
}

/** With a page of older events, which begins where the others end. */
export function withOlder(seen: EventPage, older: EventPage): EventPage {
  const last = seen.events.at(-1)?.event_id;
  const events = older.events.filter(({ event_id }) => last === undefined || event_id < last);
  return { events: [...seen.events, ...events], next: older.next };
}
