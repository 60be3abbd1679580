import { auditEventType, auditVerbsOf, type EventQuery } from "#contract/audit-event.ts";
import { idOf } from "#contract/common.ts";
import { eventOperations } from "#contract/operations/events.ts";
import { trafficKindCounts } from "#service/traffic/traffic-series.ts";
import * as z from "zod/mini";
import { ApiProblem, invalid } from "../errors.ts";
import { envelope } from "../events/envelope.ts";
import { implement, show } from "../implement.ts";
import { readAccount } from "../store/account.ts";
import { type EventFilter, eventCounts, eventsBefore, eventSeq } from "../store/events.ts";
import { idBefore } from "../store/ids.ts";
import { readPage } from "../store/pages.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";

const HOUR_MS = 3_600_000;

/** The last second that sorts as text. */
const LAST_SECOND = Date.UTC(9999, 11, 31, 23, 59, 59);

/** The first whole second that is not before a time of RFC 3339: events are stamped in whole seconds. */
function secondFrom(time: string): string {
  const upper = time.toUpperCase();
  const leap = /:60(?=[.Z+-])/.test(upper);
  const instant = Date.parse(upper.replace(/:60(?=[.Z+-])/, ":59")) + (leap ? 1000 : 0);
  return timestamp(new Date(Math.min(Math.ceil(instant / 1000) * 1000, LAST_SECOND)));
}

function filterOf({
  type,
  resource,
  object_id,
  edge_id,
  ip_policy_id,
  principal,
  credential,
  since,
  until,
}: EventQuery): EventFilter {
  return {
    type,
    types: resource && auditVerbsOf(resource).map((verb) => auditEventType(resource, verb)),
    objectId: object_id,
    edgeId: edge_id,
    policyId: ip_policy_id,
    principalId: principal,
    keyId: credential,
    from: since === undefined ? undefined : secondFrom(since),
    until: until === undefined ? undefined : secondFrom(until),
  };
}

/**
 * The number of the event to go on after: that of the header, else the newest.
 *
 * @throws ApiProblem 400 when the header holds no event's id.
 */
async function resumeAfter(db: Db, lastEventId: string | null): Promise<number> {
  if (lastEventId === null || lastEventId === "") return (await readAccount(db)).event_seq;
  if (z.safeParse(idOf("event"), lastEventId).success) return eventSeq(db, lastEventId);
  const message = "must be the ID of an event, which starts with ev_";
  throw invalid("valueInvalid", `The Last-Event-ID header ${message}. Omit it to receive only new events.`, [
    { path: ["Last-Event-ID"], message },
  ]);
}

export const eventRoutes = [
  show(eventOperations.list, async (db, { base, query }) => {
    const uri = `${base}/events`;
    const filter = filterOf(query);
    const { rows, ...page } = await readPage("event", query, uri, (slice) => eventsBefore(db, slice, filter));
    const account = await readAccount(db);
    return { events: rows.map((row) => envelope(row, account.id)), ...page };
  }),

  implement(eventOperations.counts, async ({ db, traffic, config }, { base, query }) => {
    // From a full hour, so that the answer is the same until something happens.
    const since = (Math.floor(Date.now() / HOUR_MS) - Number(query.hours ?? 24)) * HOUR_MS;
    const [audit, passed] = await Promise.all([
      eventCounts(db, idBefore("event", since)),
      trafficKindCounts(traffic, since / 1_000),
    ]);
    return {
      uri: `${base}/event_counts`,
      since: timestamp(new Date(since)),
      kept_days: config.eventsKeep,
      counts: [...audit, ...passed].toSorted((a, b) => b.count - a.count),
    };
  }),

  implement(eventOperations.stream, async ({ db, feed, stopping }, { principal, request }) => {
    const after = await resumeAfter(db, request.headers.get("last-event-id"));
    if (stopping()) {
      throw new ApiProblem("shuttingDown", "The service is shutting down. Reconnect with Last-Event-ID.");
    }
    return new Response(feed.open({ keyId: principal.keyId, after }), {
      headers: {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        // nginx would hold the events back.
        "X-Accel-Buffering": "no",
      },
    });
  }),
];
