// Cause: rate limits were stored and did nothing. Law: no window of the limit ever has more than its capacity, and who waits as long
// as it was told to gets in (docs/decisions/modules/rate-limits.md).
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { RateLimit } from "./rate-limit.ts";

test("no window has more than the capacity, and nobody waits in vain", () => {
  const gaps = fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { maxLength: 60 });
  fc.assert(
    fc.property(
      gaps,
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(60, 90, 600),
      (all, capacity, seconds) => {
        const limit = new RateLimit("", capacity, seconds);
        const passed: number[] = [];
        let at = 1_000;
        for (const gap of all) {
          at += gap;
          const wait = limit.take("a", at);
          if (wait === 0) passed.push(at);
          const now = at;
          const inWindow = passed.filter((one) => one > now - seconds);
          expect(inWindow.length).toBeLessThanOrEqual(capacity);
          // It refuses only where the window, and the part of it that is leaving, is full.
          if (wait === 0) continue;
          const near = passed.filter((one) => one > now - seconds - seconds / 30);
          expect(near.length).toBeGreaterThanOrEqual(capacity);
          expect(wait).toBeLessThanOrEqual(seconds + seconds / 60 + 1);
          at += wait;
          expect(limit.take("a", at)).toBe(0);
          passed.push(at);
        }
        for (const { used } of limit.state(at, 1).busiest) expect(used).toBeLessThanOrEqual(capacity);
        expect(limit.state(at + 2 * seconds, 1)).toEqual({ keys: 0, full: 0, busiest: [] });
      },
    ),
  );
});

test("keys are counted apart, and so many at most", () => {
  const limit = new RateLimit("", 1, 60);
  for (let key = 0; key < 10_001; key += 1) expect(limit.take(String(key), 5)).toBe(0);
  const { busiest, ...state } = limit.state(5, 10);
  expect([state, busiest.length]).toEqual([{ keys: 10_000, full: 10_000 }, 10]);
  expect([limit.take("0", 5), limit.take("10000", 5)]).toEqual([0, 61]);
});
