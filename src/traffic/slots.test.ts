// Cause: buckets without traffic are left out of the answer, so that a chart drawn from it as it is squeezes time. Law: a
// chart has a place for every bucket, and each count is in its own.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { roundUp, slotsOf } from "./slots.ts";

const START = Date.parse("2026-11-22T08:00:00Z");
const iso = (at: number) => new Date(at).toISOString();

it("puts each bucket in its place, and nothing in the others", () => {
  const counts = fc.uniqueArray(fc.tuple(fc.nat(59), fc.integer({ min: 1, max: 1000 })), {
    selector: ([at]) => at,
  });
  fc.assert(
    fc.property(counts, fc.constantFrom(10, 60, 3600), (filled, seconds) => {
      const none = { p50: null, p95: null, p99: null };
      const buckets = filled.map(([index, requests]) => ({
        start: iso(START + index * seconds * 1000),
        requests,
        errors: 0,
        bytes_in: 1,
        bytes_out: 2,
        duration_ms: { p50: 1, p95: 2, p99: 3 },
        upstream_ms: none,
      }));
      const slots = slotsOf({
        uri: "",
        by: "account",
        bucket_seconds: seconds,
        since: iso(START),
        until: iso(START + 60 * seconds * 1000),
        series: buckets.length > 0 ? [{ id: null, buckets }] : [],
      });
      expect(slots.map(({ at }) => at)).toEqual(
        Array.from({ length: 60 }, (_, index) => START + index * seconds * 1000),
      );
      const known = new Map(filled);
      expect(slots.map(({ requests }) => requests)).toEqual(slots.map((_, index) => known.get(index) ?? 0));
    }),
  );
});

it("ends an axis at a round number that is no less", () => {
  expect([0, 1, 3, 37, 41, 1200, 99_999].map(roundUp)).toEqual([1, 1, 4, 40, 50, 2000, 100_000]);
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1e9, noNaN: true }), (value) => {
      expect(roundUp(value)).toBeGreaterThanOrEqual(value);
      expect(roundUp(value)).toBeLessThanOrEqual(2.5 * value);
    }),
  );
});
