// Cause: the window of a breaker could not be seen. Law: what is read of it adds up to what the breaker decides by, in buckets of
// their own time (decisions/modules/circuit-breaker.md).
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { breakerWindow } from "./breaker-window.ts";

test("the buckets that are read add up to what was counted in the window", () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.boolean()), { minLength: 1 });
  const settings = fc.record({
    rolling_window: fc.integer({ min: 1, max: 60 }),
    num_buckets: fc.integer({ min: 1, max: 128 }),
  });
  fc.assert(
    fc.property(steps, settings, fc.integer({ min: 0, max: 70_000 }), (all, some, later) => {
      const window = breakerWindow({
        ...some,
        tripped_duration: 1,
        volume_threshold: 1,
        error_threshold_percentage: 1,
      });
      const length = some.rolling_window / some.num_buckets;
      const counted: { at: number; failed: boolean }[] = [];
      let at = 1_000;
      for (const [gap, failed] of all) {
        at += gap / 1_000;
        const sum = window.add(at, failed);
        counted.push({ at, failed });
        const { buckets, ends } = window.read(at);
        expect(buckets).toHaveLength(some.num_buckets);
        expect(ends).toBeGreaterThan(at - 1e-6);
        expect(ends - at).toBeLessThanOrEqual(length + 1e-6);
        for (const of of ["requests", "errors"] as const)
          expect(buckets.reduce((total, one) => total + one[of], 0)).toBe(sum[of]);
      }
      // Nothing is counted meanwhile: what is older than the first bucket has left.
      const { buckets, ends } = window.read(at + later / 1_000);
      const first = ends - some.rolling_window;
      const sure = (one: { at: number }) => Math.abs(one.at - first) > 1e-6;
      const left = counted.filter((one) => sure(one) && one.at > first).length;
      const unsure = counted.filter((one) => !sure(one)).length;
      const read = buckets.reduce((total, { requests }) => total + requests, 0);
      expect(read).toBeGreaterThanOrEqual(left);
      expect(read).toBeLessThanOrEqual(left + unsure);
    }),
  );
});
