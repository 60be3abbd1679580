import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extendTo, keepOnly, NOTHING, toggleAll, toggleKey, type Selection } from "./selection.ts";

const SHOWN = Array.from({ length: 12 }, (_, n) => `k${n}`);
const key = fc.constantFrom(...SHOWN);
const step = fc.oneof(
  key.map((one) => (selection: Selection) => toggleKey(selection, one)),
  key.map((one) => (selection: Selection) => extendTo(selection, one, SHOWN)),
);
const selection = fc
  .array(step, { maxLength: 8 })
  .map((steps) => steps.reduce((now, next) => next(now), NOTHING));
const sorted = ({ keys }: Selection) => [...keys].toSorted();

describe("a range of rows", () => {
  it("gives every row between anchor and end the anchor's state, and touches no other", () => {
    fc.assert(
      fc.property(selection, key, key, (before, anchor, end) => {
        const begun = toggleKey(before, anchor);
        const { keys } = extendTo(begun, end, SHOWN);
        const [low, high] = [SHOWN.indexOf(anchor), SHOWN.indexOf(end)].toSorted((a, b) => a - b);
        for (const [at, one] of SHOWN.entries()) {
          const inside = at >= low! && at <= high!;
          expect(keys.has(one)).toBe(inside ? begun.keys.has(anchor) : begun.keys.has(one));
        }
      }),
    );
  });

  it("drawn again replaces the one before", () => {
    fc.assert(
      fc.property(selection, key, key, key, (before, anchor, first, second) => {
        const begun = toggleKey(before, anchor);
        const twice = extendTo(extendTo(begun, first, SHOWN), second, SHOWN);
        expect(sorted(twice)).toEqual(sorted(extendTo(begun, second, SHOWN)));
      }),
    );
  });

  it("from an anchor that is out of sight chooses only its end", () => {
    const begun = toggleKey(NOTHING, "gone");
    expect(sorted(extendTo(begun, "k3", SHOWN))).toEqual(["gone", "k3"]);
    expect(sorted(extendTo(NOTHING, "k3", SHOWN))).toEqual(["k3"]);
  });
});

describe("toggling", () => {
  it("one row or all rows shown twice is back where it was, and rows not shown stay", () => {
    fc.assert(
      fc.property(selection, key, fc.subarray(SHOWN, { minLength: 1 }), (before, one, shown) => {
        expect(sorted(toggleKey(toggleKey(before, one), one))).toEqual(sorted(before));
        const all = toggleAll(before, shown);
        const had = shown.every((each) => before.keys.has(each));
        expect(shown.every((each) => all.keys.has(each) !== had)).toBe(true);
        const rest = (all: Selection) => sorted(all).filter((each) => !shown.includes(each));
        expect(rest(all)).toEqual(rest(before));
      }),
    );
  });
});

describe("keeping what is shown", () => {
  it("takes out what is hidden and nothing else", () => {
    // Cause: keys hidden by search stayed selected and could only all be cleared. Law: no command to an agent out of sight.
    fc.assert(
      fc.property(selection, fc.subarray(SHOWN), (before, shown) => {
        const { keys, anchor } = keepOnly(before, shown);
        expect([...keys]).toEqual(shown.filter((key) => before.keys.has(key)));
        expect(anchor).toBeNull();
      }),
    );
  });
});
