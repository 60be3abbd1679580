// Cause: who was left out was not in what was sent, so the page and report of the rollout could not name them. Law: what was asked is
// told where it is read later.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { byteLength, DESCRIPTION_MAX_BYTES } from "#contract/common.ts";
import { withSkipped } from "./left-out.ts";

it("names who is left out beside how they were chosen", () => {
  expect(withSkipped("10 agents selected", ["iad-batch-01"])).toBe(
    "10 agents selected. Skipped: iad-batch-01",
  );
  expect(withSkipped("10 agents selected", [])).toBe("10 agents selected");
  expect(withSkipped("9 agents selected", ["a", "b", "c", "d"])).toMatch(
    /^9 agents selected\. Skipped: a, b, c and 1 more$/,
  );
});

it("is never longer than the service takes because of that", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 80, unit: "grapheme" }),
      fc.array(fc.string({ maxLength: 200 })),
      (chosen, names) => {
        const text = withSkipped(chosen, names);
        expect(text === chosen || byteLength(text) <= DESCRIPTION_MAX_BYTES).toBe(true);
      },
    ),
  );
});
