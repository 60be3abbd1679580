import * as fc from "fast-check";
import { expect, it } from "vitest";
import { countedOf, trafficEvent } from "../testing/traffic-events.ts";
import { Counts, lengthsOf } from "./traffic-counts.ts";

const ms = fc.double({ min: 0.02, max: 600_000, noNaN: true });
const event = fc.record({
  duration: ms,
  status: fc.constantFrom(200, 404, 500),
  refused: fc.boolean(),
  bytes: fc.nat(),
  tcp: fc.boolean(),
});
type Facts = typeof event extends fc.Arbitrary<infer T> ? T : never;

function counted(events: readonly Facts[]): Counts {
  const counts = new Counts();
  for (const { duration, status, refused, bytes, tcp } of events) {
    const counted = countedOf(
      trafficEvent({
        "http.response.status_code": status,
        "gatehouse.outcome": refused ? "refused" : "answered",
        "gatehouse.duration_ms": duration,
        "gatehouse.bytes_out": bytes,
        ...(tcp && { "conn.end_ts": "2026-11-21T05:00:09.125Z" }),
      }),
    );
    counts.add(counted, lengthsOf(counted));
  }
  return counts;
}

it("counts the same in parts, in rows and at once, and is at most 5 % off", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.nat(60), (events, cut) => {
      const sum = Counts.read(counted(events.slice(0, cut)).text());
      sum.merge(Counts.read(counted(events.slice(cut)).text()));
      const shown = ({ requests, errors, bytesIn, bytesOut, duration }: Counts) => [
        [requests, errors, bytesIn, bytesOut],
        duration.percentiles(),
      ];
      expect(shown(sum)).toEqual(shown(counted(events)));
      const failed = events.filter(({ status, refused }) => refused || status >= 500).length;
      const connections = events.filter(({ tcp }) => tcp).length;
      expect([sum.requests, sum.errors, sum.connections]).toEqual([events.length, failed, connections]);
      const sorted = events.map(({ duration }) => duration).toSorted((a, b) => a - b);
      const exact = sorted[Math.ceil(0.95 * sorted.length) - 1];
      const found = sum.duration.quantile(0.95);
      expect(found === null).toBe(exact === undefined);
      expect(Math.abs((found ?? 1) / (exact ?? 1) - 1)).toBeLessThan(0.055);
    }),
  );
});
