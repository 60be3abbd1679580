import { describe, expect, it } from "vitest";
import { circuitBreaker } from "./definition.ts";

const stored = {
  enabled: true,
  tripped_duration: 30,
  rolling_window: 10,
  num_buckets: 10,
  volume_threshold: 20,
  error_threshold_percentage: 0.5,
};
const draftOf = (typed: Record<string, unknown>) =>
  circuitBreaker.toDraft({ ...circuitBreaker.toForm(stored), ...typed }, stored);

describe("circuit breaker", () => {
  it("sums itself up in one line", () => {
    expect(circuitBreaker.summary(stored)).toBe(
      "Trips at 50 % errors, from 20 requests in 10 s. Waits 30 s.",
    );
    expect(
      circuitBreaker.summary({ ...stored, error_threshold_percentage: 0.07, tripped_duration: 900 }),
    ).toBe("Trips at 7 % errors, from 20 requests in 10 s. Waits 15 min.");
  });

  // Cause: bounds without a text of their own read "Invalid input" here, while the service had words for them.
  // Law: bad input gets an error that says what to write; console and service say the same.
  it.each([
    ["error_threshold_percentage", "50", "Enter a number from 0 to 1. 50 % is 0.5."],
    ["error_threshold_percentage", "-0.1", "must be from 0 to 1. Example: 0.5 for 50 %"],
    ["num_buckets", "129", "must be at most 128"],
    ["num_buckets", "0", "must be at least 1"],
    ["tripped_duration", "0", "must be at least 1 second"],
    ["tripped_duration", "1000000000000", "must be at most 4,294,967,295 seconds"],
    ["rolling_window", "9007199254740991", "must be at most 4,294,967,295 seconds"],
    ["volume_threshold", "100000000000000000000", "must be at most 4,294,967,295"],
    ["volume_threshold", "-1", "must be at least 0"],
    ["rolling_window", "soon", "Enter a duration. Example: 30, 15 min or 8 h"],
    ["volume_threshold", "1e3", "Enter it as 1000."],
  ])("%s of %j is refused once, with what to write", (name, typed, message) => {
    const { request, issues } = draftOf({ [name]: typed });
    expect(issues).toEqual([{ path: [name], message }]);
    expect({ ...request, [name]: undefined }).toEqual({ ...stored, [name]: undefined });
  });

  // Cause: a new breaker was filled with the service's defaults and wrote them down, so a later change of a default
  // passed it by. Law: defaults are shown as defaults, not written unless chosen.
  it("writes of a new breaker only what was chosen", () => {
    const form = circuitBreaker.toForm(circuitBreaker.defaults);
    const draft = (typed: object) => circuitBreaker.toDraft({ ...form, ...typed }, null);
    expect(draft({})).toEqual({ request: { enabled: true }, issues: [] });
    expect(draft({ rolling_window: "30" })).toEqual({
      request: { enabled: true, rolling_window: 30 },
      issues: [],
    });
    const { rolling_window: _, ...rest } = stored;
    expect(draftOf({ rolling_window: " " })).toEqual({ request: rest, issues: [] });
  });

  it("sends a number field as a number, and an absent field not at all unless it was filled in", () => {
    expect(draftOf({ volume_threshold: "40" }).request).toEqual({ ...stored, volume_threshold: 40 });
    const part = { enabled: true };
    const form = circuitBreaker.toForm(part);
    expect(circuitBreaker.toDraft(form, part)).toEqual({ request: part, issues: [] });
    expect(circuitBreaker.toDraft({ ...form, num_buckets: "5" }, part).request).toEqual({
      enabled: true,
      num_buckets: 5,
    });
  });
});
