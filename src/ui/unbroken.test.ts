// Cause: on a narrow window the hint "Example: 10 s, 1 min" broke behind "10". Law: a number stays with its unit.
import { expect, it } from "vitest";
import { unbroken } from "./unbroken.ts";

it("keeps a number with its unit, and breaks elsewhere", () => {
  expect(unbroken("Example: 10 s, 1 min")).toBe("Example: 10\u00A0s, 1\u00A0min");
  expect(unbroken("Up to 100 destinations, 5 sites")).toBe("Up to 100 destinations, 5 sites");
});
