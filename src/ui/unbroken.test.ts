import { expect, it } from "vitest";
import { unbroken } from "./unbroken.ts";

// Cause: the summary of a circuit breaker broke between "10" and "s". Law: a number is read with its unit.
it("keeps numbers beside their units, and nothing else", () => {
  const text = "Trips at 50 % errors, from 20 requests in 10 s. Waits 1 h 5 min.";
  expect(unbroken(text).split("\u00a0")).toEqual([
    "Trips at 50",
    "% errors, from 20 requests in 10",
    "s. Waits 1",
    "h 5",
    "min.",
  ]);
});
