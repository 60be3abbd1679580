import { type FieldFacts, HTTP_FIELDS } from "#contract/traffic/fields.ts";
import { nest } from "#contract/traffic/nested.ts";
import { OWN_FIELDS } from "#contract/traffic/own-fields.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
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

const own = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`gatehouse.${name}`, value]));
