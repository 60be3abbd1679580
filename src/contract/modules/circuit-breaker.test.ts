import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { CIRCUIT_BREAKER_DEFAULTS, CircuitBreaker, CircuitBreakerRequest } from "./circuit-breaker.ts";

const ok = (value: unknown) => z.safeParse(CircuitBreakerRequest, value).success;
const whole = (min: number, max: number) => (value: number) =>
  Number.isSafeInteger(value) && value >= min && value <= max;
const UINT32 = 4_294_967_295;

/** Numbers on and around every bound. */
const number = fc.oneof(
  fc.integer({ min: -5, max: 140 }),
  fc.double({ min: -1, max: 2 }),
  fc.constantFrom(UINT32, UINT32 + 1, Number.NaN, Number.POSITIVE_INFINITY),
);

describe("the circuit breaker's bounds (api.md#circuit_breaker)", () => {
  it.each<[string, (value: number) => boolean]>([
    ["tripped_duration", whole(1, UINT32)],
    ["rolling_window", whole(1, UINT32)],
    ["num_buckets", whole(1, 128)],
    ["volume_threshold", whole(0, UINT32)],
    ["error_threshold_percentage", (value) => value >= 0 && value <= 1],
  ])("%s", (field, allowed) => {
    fc.assert(
      fc.property(number, (value) => {
        expect(ok({ [field]: value })).toBe(allowed(value));
      }),
    );
  });

  it("says that a percentage is meant as a share", () => {
    const { error } = z.safeParse(CircuitBreakerRequest, { error_threshold_percentage: 50 });
    expect(error?.issues[0]?.message).toBe("must be from 0 to 1. Example: 0.5 for 50 %");
  });

  it("refuses fields it does not know when writing and keeps them when reading", () => {
    expect(ok({ colour: "red" })).toBe(false);
    const read = { ...CIRCUIT_BREAKER_DEFAULTS, colour: "red" };
    expect(CircuitBreaker.parse(read)).toEqual(read);
  });
});
