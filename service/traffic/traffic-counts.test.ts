// Cause: who an IP restriction or a login kept out counted as an error, so that a scanner hid an app that was down. Law: what a
// guard refused is counted apart from what failed, whatever status it was answered with, and neither is lost in parts or rows.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Counted } from "#edge/events/make-event.ts";
import { refusalOutcome } from "#edge/refusals.ts";
import { countedOf, trafficEvent } from "../testing/traffic-events.ts";
import { Counts, lengthsOf } from "./traffic-counts.ts";

const ms = fc.double({ min: 0.02, max: 600_000, noNaN: true });
/** Some refusals, and whether each is a failure. */
const FAILURES = {
  addressBlocked: false,
  signInRequired: false,
  tokenMissing: false,
  tokenRefused: false,
  policyDenied: false,
  rateLimited: false,
  routeUnknown: false,
  moduleNotApplied: true,
  breakerOpen: true,
  providerDown: true,
  endpointOffline: true,
  upstreamRefused: true,
  edgeFailed: true,
} as const satisfies Partial<Record<NonNullable<Counted["refusal"]>, boolean>>;
const event = fc.record({
  duration: ms,
  status: fc.constantFrom(200, 404, 500),
  refusal: fc.constantFrom(null, ...Object.keys(FAILURES)) as fc.Arbitrary<keyof typeof FAILURES | null>,
  broken: fc.boolean(),
  bytes: fc.nat(),
  tcp: fc.boolean(),
});
type Facts = typeof event extends fc.Arbitrary<infer T> ? T : never;

function counted(events: readonly Facts[]): Counts {
  const counts = new Counts();
  for (const { duration, status, refusal, broken, bytes, tcp } of events) {
    const made = trafficEvent({
      "http.response.status_code": status,
      "gatehouse.outcome": broken ? "broken" : refusal ? refusalOutcome(refusal) : "answered",
      "gatehouse.duration_ms": duration,
      "gatehouse.bytes_out": bytes,
      ...(tcp && { "conn.end_ts": "2026-11-21T05:00:09.125Z" }),
    });
    const counted = { ...countedOf(made), refusal };
    counts.add(counted, lengthsOf(counted));
  }
  return counts;
}

it("counts the same in parts, in rows and at once, and is at most 5 % off", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.nat(60), (events, cut) => {
      const sum = Counts.read(counted(events.slice(0, cut)).text());
      sum.merge(Counts.read(counted(events.slice(cut)).text()));
      const shown = ({ requests, errors, refused, bytesIn, bytesOut, duration }: Counts) => [
        [requests, errors, refused, bytesIn, bytesOut],
        duration.percentiles(),
      ];
      expect(shown(sum)).toEqual(shown(counted(events)));
      const fails = ({ status, refusal, broken }: Facts) =>
        broken || (refusal ? FAILURES[refusal] : status >= 500);
      const failed = events.filter(fails).length;
      const refused = events.filter((one) => one.refusal !== null && !fails(one)).length;
      const connections = events.filter(({ tcp }) => tcp).length;
      expect([sum.requests, sum.errors, sum.refused, sum.connections]).toEqual([
        events.length,
        failed,
        refused,
        connections,
      ]);
      const sorted = events.map(({ duration }) => duration).toSorted((a, b) => a - b);
      const exact = sorted[Math.ceil(0.95 * sorted.length) - 1];
      const found = sum.duration.quantile(0.95);
      expect(found === null).toBe(exact === undefined);
      expect(Math.abs((found ?? 1) / (exact ?? 1) - 1)).toBeLessThan(0.055);
    }),
  );
});
