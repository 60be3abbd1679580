import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validityOf } from "./authority-columns.tsx";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-21T12:00:00Z");
const at = (days: number) => new Date(NOW + days * DAY_MS).toISOString();

describe("validityOf", () => {
  it.each([
    [-10, 31, "valid"],
    [-10, 29, "expires soon"],
    [-10, 0, "expired"],
    [-10, -1, "expired"],
    [1, 400, "not yet valid"],
  ])("from day %s until day %s: %s", (from, until, validity) => {
    expect(validityOf({ not_before: at(from), not_after: at(until) }, NOW)).toBe(validity);
  });

  it("says so where the service does not show it, and never calls an ended one valid", () => {
    expect(validityOf({}, NOW)).toBe("unknown");
    expect(validityOf({ not_after: "soon" }, NOW)).toBe("unknown");
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 }), (from, until) => {
        const validity = validityOf({ not_before: at(from), not_after: at(until) }, NOW);
        expect(validity === "expired").toBe(until <= 0);
        expect(validity === "valid").toBe(until >= 30 && from <= 0);
      }),
    );
  });
});
