import * as fc from "fast-check";
import { expect, it } from "vitest";
import { shareOf, shareText } from "./share.ts";

it("a share that is shown and read again is the same", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (part) => {
      const share = Number((part / 10_000_000).toPrecision(12));
      expect(shareOf(shareText(share))).toBe(share);
    }),
  );
});

it.each([
  ["10", 0.1],
  [" 12,5 % ", 0.125],
  ["100", 1],
  ["0.001", 0.00001],
])("%j is %d", (text, share) => {
  expect(shareOf(text)).toBe(share);
});

it.each(["", "0", "-1", "100.1", "ten", "1 0"])("%j is no share, and stays what was typed", (text) => {
  expect(shareOf(text)).toBe(text);
});
