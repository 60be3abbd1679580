import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines, jsonLines } from "./line-diff.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c", "{", "}"), { maxLength: 20 });

describe("diffLines", () => {
  it("holds both sides whole, each line with its number", () => {
    fc.assert(
      fc.property(lines, lines, (from, to) => {
        const all = diffLines(from, to);
        const left = all.filter(({ sign }) => sign !== "added");
        const right = all.filter(({ sign }) => sign !== "removed");
        expect(left.map((line) => [line.from, line.text])).toEqual(from.map((text, i) => [i + 1, text]));
        expect(right.map((line) => [line.to, line.text])).toEqual(to.map((text, i) => [i + 1, text]));
      }),
    );
  });

  it("marks nothing between equal sides, and as few lines as can be", () => {
    fc.assert(fc.property(lines, (same) => diffLines(same, same).every(({ sign }) => sign === "same")));
    expect(diffLines(["{", "a", "b", "}"], ["{", "b", "c", "}"]).map(({ sign }) => sign)).toEqual([
      "same",
      "removed",
      "same",
      "added",
      "same",
    ]);
  });
});

describe("jsonLines", () => {
  it("is the JSON it was made from, in the order of the other side", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (value, like) => {
        expect(JSON.parse(jsonLines(value, like).join("\n"))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(jsonLines({ b: [1, 2], a: 1 }, { a: 2, b: [] })).toEqual(["{", '  "a": 1,', '  "b": [1, 2]', "}"]);
  });
});
