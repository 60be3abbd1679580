import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equal, shareById } from "./scanned-list.ts";

const item = fc.record({ id: fc.nat(8).map(String), value: fc.jsonValue() });
const list = fc.uniqueArray(item, { selector: ({ id }) => id });

describe("shareById", () => {
  it("answers what is new and keeps every equal row's identity, wherever it moved", () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const shared = shareById(before, structuredClone(after));
        expect(shared).toEqual(after);
        for (const row of shared) {
          const old = before.find(({ id }) => id === row.id);
          expect(old !== undefined && equal(old, row)).toBe(before.includes(row));
        }
      }),
    );
  });

  it("is the old list itself when nothing changed", () => {
    fc.assert(
      fc.property(list, (before) => {
        expect(shareById(before, structuredClone(before))).toBe(before);
      }),
    );
  });
});

describe("equal", () => {
  it("agrees with structural equality of JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(equal(a, structuredClone(a))).toBe(true);
        expect(equal(a, b)).toBe(equal(b, a));
      }),
    );
    expect(equal({ a: undefined }, { b: undefined })).toBe(false);
    expect(equal([], {})).toBe(false);
  });
});
