import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { trafficEvent } from "#service/testing/traffic-events.ts";

type Values = Readonly<Record<string, unknown>>;

const ANSWERED: Values = {
  "conn.client_ip": "203.0.113.7",
  "http.request.method": "get",
  "http.request.url.scheme": "https",
  "http.request.url.host": "shop.example.com:443",
  "http.request.url.path": "/orders",
  "http.request.url.raw": "https://shop.example.com:443/orders",
  "http.response.status_code": 200,
  "gatehouse.outcome": "answered",
  "gatehouse.duration_ms": 12.5,
};
let count = 0;

/** A request that was answered, with these fields by their dotted names besides. Ids of later ones come after. */
export function httpEvent(values: Values = {}): TrafficEvent {
  count += 1;
  return { ...trafficEvent({ ...ANSWERED, ...values }), event_id: `ev_${String(count).padStart(27, "0")}` };
}
