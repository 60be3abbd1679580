// Cause: the limit read the clock on the wall, which, set back, answered a Retry-After of ten days; counted each key of an
// owner alone; and wrong keys could be tried without end. Law: Retry-After is 1 to 60 s, and no way round the limits.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiProblem } from "../errors.ts";
import { createKeyGuard, createRateLimit } from "./rate-limit.ts";

const seconds = (problem: unknown): number =>
  problem instanceof ApiProblem ? Number(problem.headers?.["Retry-After"]) : 0;

/** Seconds to wait; 0 = it passed. */
function tried(send: () => void): number {
  try {
    send();
    return 0;
  } catch (error) {
    return seconds(error);
  }
}

describe("the rate limit", () => {
  it("lets through what a log of all requests would, and says when the next one passes", () => {
    const step = fc.record({ waitMs: fc.nat(40_000), key: fc.nat(2) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 60 }), (max, steps) => {
        let time = 0;
        const limit = createRateLimit(max, () => time);
        const passed: { at: number; key: number }[] = [];
        for (const { waitMs, key } of steps) {
          time += waitMs;
          const recent = passed.filter(({ at }) => at > time - 60_000);
          const full = recent.filter((one) => one.key === key).length >= max || recent.length >= max * 4;
          const wait = tried(() => limit({ keyId: `ak_${key}`, userId: "usr_1" }));
          expect(wait > 0).toBe(full);
          expect(wait).toBeLessThanOrEqual(60);
          if (!full) passed.push({ at: time, key });
        }
      }),
    );
  });

  it("counts all keys of an owner together too, and other owners apart", () => {
    const limit = createRateLimit(2, () => 0);
    for (let key = 0; key < 4; key += 1)
      for (let i = 0; i < 2; i += 1) limit({ keyId: `ak_${key}`, userId: "usr_1" });
    expect(tried(() => limit({ keyId: "ak_new", userId: "usr_1" }))).toBe(60);
    expect(tried(() => limit({ keyId: "ak_other", userId: "usr_2" }))).toBe(0);
  });

  it("reads a clock that nobody can set", () => {
    const limit = createRateLimit(1);
    const realNow = Date.now;
    limit({ keyId: "ak_1", userId: "usr_1" });
    Date.now = () => realNow() - 10 * 86_400_000;
    try {
      expect(tried(() => limit({ keyId: "ak_1", userId: "usr_1" }))).toBeLessThanOrEqual(60);
    } finally {
      Date.now = realNow;
    }
  });
});

describe("the guard of keys", () => {
  it("makes an address wait longer after each wrong key beyond the first few, at most 60 s", () => {
    let time = 0;
    const guard = createKeyGuard(3, () => time);
    const waits = Array.from({ length: 12 }, () => {
      const wait = seconds(guard("203.0.113.9"));
      time += wait * 1000;
      return wait;
    });
    expect(waits).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
    expect(guard("203.0.113.10")).toBeNull();
  });

  it("does not make the wait longer for who keeps on during it, and forgets after a quarter of an hour", () => {
    let time = 0;
    const guard = createKeyGuard(1, () => time);
    guard("203.0.113.9");
    expect([1, 2, 3].map(() => seconds(guard("203.0.113.9")))).toEqual([1, 1, 1]);
    time += 15 * 60_000;
    expect(guard("203.0.113.9")).toBeNull();
  });

  it("is off at 0, and where no address is known", () => {
    const off = createKeyGuard(0);
    const on = createKeyGuard(1);
    for (let i = 0; i < 50; i += 1) expect([off("203.0.113.9"), on(null)]).toEqual([null, null]);
  });
});
