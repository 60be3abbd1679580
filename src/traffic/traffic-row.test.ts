// Cause: whatever had a server's name was called TLS, TCP addresses too, and lost its port. Law: a row says what it was, and of
// an address all that tells it from others.
import { expect, test } from "vitest";
import { trafficEvent } from "#service/testing/traffic-events.ts";
import { trafficName, trafficRow } from "./traffic-row.ts";

test.each([
  ["edgtcp_1", "queue.example", "TCP queue.example:20379"],
  ["edgtls_1", "mail.example", "TLS mail.example"],
  [undefined, "", "TCP 10.0.0.1:20379"],
])("a connection of %s to %s is %s", (edge, name, words) => {
  const event = trafficEvent({
    "conn.server_ip": "10.0.0.1",
    "conn.server_port": 20_379,
    "conn.server_name": name,
    "conn.end_ts": "2026-11-22T12:00:01Z",
    ...(edge !== undefined && { "gatehouse.edge_id": edge }),
  });
  expect(trafficName(trafficRow(event))).toBe(words);
});
