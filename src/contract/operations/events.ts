import { EventCountsQuery, EventQuery } from "../audit-event.ts";
import { Event, EventCounts, EventList } from "../event.ts";
import { operation } from "./operation.ts";

const tag = "Events";

/** Extensions: what other services of the family only send to event destinations (protocol-facts.md#events). */
export const eventOperations = {
  list: operation({
    id: "EventsList",
    method: "GET",
    path: "/events",
    summary: "List audit events, newest first. Filters must all hold; since is included, until is not.",
    tag,
    query: EventQuery,
    status: 200,
    answer: EventList,
    errors: ["limitInvalid", "valueInvalid"],
  }),
  counts: operation({
    id: "EventCounts",
    method: "GET",
    path: "/event_counts",
    summary:
      "Count the audit and traffic events of the last hours by kind, from a full hour on. Tests of operators don’t count.",
    tag,
    query: EventCountsQuery,
    status: 200,
    answer: EventCounts,
    errors: ["valueInvalid"],
  }),
  stream: operation({
    id: "EventStream",
    method: "GET",
    path: "/event_stream",
    summary:
      "Server-sent events: each audit event as it is committed, its id as the id. Last-Event-ID resumes after an event. An event named lists says what the lists of tunnel sessions, tunnels, endpoints and unreachable apps are at, first and whenever one changes: one whose value is another is to be read again.",
    tag,
    stream: true,
    status: 200,
    answer: Event,
    errors: ["valueInvalid", "streamsTaken", "shuttingDown"],
  }),
} as const;
