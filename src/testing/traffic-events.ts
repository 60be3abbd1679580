import { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { nest } from "#contract/traffic/nested.ts";

let count = 0;

/** A request that was answered, with some of its fields by their dotted names. `own` = those of `gatehouse`. */
export function httpEvent(
  fields: Readonly<Record<string, unknown>> = {},
  own: Readonly<Record<string, unknown>> = {},
): TrafficEvent {
  count += 1;
  return TrafficEvent.parse({
    event_id: `ev_${String(count).padStart(27, "0")}`,
    event_type: "http_request_complete.v0",
    event_timestamp: "2026-11-22T08:00:01Z",
    object: nest({
      "conn.client_ip": "203.0.113.7",
      "conn.start_ts": "2026-11-22T08:00:00Z",
      "http.request.method": "get",
      "http.request.url.scheme": "https",
      "http.request.url.host": "shop.example.com:443",
      "http.request.url.path": "/orders",
      "http.request.url.raw": "https://shop.example.com:443/orders",
      "http.request.headers": {},
      "http.response.status_code": 200,
      "http.response.headers": {},
      ...fields,
    }),
    gatehouse: nest({ outcome: "answered", duration_ms: 12.5, ...own }),
  });
}
