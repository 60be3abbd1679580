import { type FieldFacts, HTTP_FIELDS } from "#contract/traffic/fields.ts";
import { nest } from "#contract/traffic/nest.ts";
import { OWN_FIELDS } from "#contract/traffic/own-fields.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import type { Counted, MadeEvent } from "#edge/events/make-event.ts";
import type { TrafficSink } from "#edge/events/recorder.ts";
import { newId } from "../store/ids.ts";

type Values = Readonly<Record<string, unknown>>;

const examples = (fields: Readonly<Record<string, FieldFacts>>): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, { example }]) => [name, example]));

/**
 * An event as the edge makes it: with the example in each field, or with `values` by their dotted names, those of
 * this service as `gatehouse.…`. One with `conn.end_ts` is of a TCP connection.
 */
export function trafficEvent(values?: Values): TrafficEvent {
  const given = values ?? { ...examples(HTTP_FIELDS), ...own(examples(OWN_FIELDS)) };
  const { gatehouse = {}, ...object } = nest(given) as { gatehouse?: object };
  return {
    event_id: newId("event"),
    event_type: "conn.end_ts" in given ? "tcp_connection_closed.v0" : "http_request_complete.v0",
    event_timestamp: new Date().toISOString(),
    object,
    gatehouse,
  };
}

/** What the edge counts of such an event. */
export function countedOf({ event_type, object, gatehouse = {} }: TrafficEvent): Counted {
  return {
    endpointId: gatehouse.endpoint_id,
    edgeId: gatehouse.edge_id,
    routeId: gatehouse.route_id,
    sessionId: gatehouse.session_id,
    tunnelId: gatehouse.tunnel_id,
    modules: undefined,
    reason: undefined,
    refusal: null,
    status: "http" in object ? (object.http?.response?.status_code ?? 0) : 0,
    outcome: gatehouse.outcome,
    tcp: event_type === "tcp_connection_closed.v0",
    bytesIn: gatehouse.bytes_in ?? 0,
    bytesOut: gatehouse.bytes_out ?? 0,
    durationMs: gatehouse.duration_ms,
    upstreamMs: gatehouse.phases?.upstream,
  };
}

/** Gives such events to a store, as the edge does. */
export const keep = (traffic: TrafficSink, events: readonly TrafficEvent[]): Promise<void> =>
  traffic.keep(
    events.map((event): MadeEvent => ({
      id: event.event_id,
      text: JSON.stringify(event),
      captured: event.gatehouse?.capture !== undefined,
      test: event.gatehouse?.test === true ? "saved" : null,
      dropped: event.gatehouse?.dropped ?? 0,
      counted: countedOf(event),
    })),
  );

const own = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`gatehouse.${name}`, value]));
