import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diff, type Change } from "./diff.ts";
import { isJsonObject, overlaps, sameJson, valueAt, type Path } from "./json.ts";
import { mergeThree } from "./merge.ts";

const json = fc.jsonValue({ maxDepth: 3 });
const fields = fc.constantFrom("a", "b", "c", "constructor", "__proto__");
const record: fc.Arbitrary<unknown> = fc
  .array(fc.tuple(fields, fc.oneof(fc.constantFrom(0, 1, 2), json)), { maxLength: 5 })
  .map((entries) => Object.fromEntries(entries) as unknown);
const value = fc.oneof({ weight: 3, arbitrary: record }, { weight: 1, arbitrary: json });

function apply(target: unknown, change: Change): unknown {
  const [key, ...rest] = change.path;
  if (key === undefined) return change.to;
  const object = isJsonObject(target) ? target : {};
  const child = Object.hasOwn(object, key) ? object[String(key)] : undefined;
  const next = apply(child, { ...change, path: rest });
  const entries = Object.entries(object).filter(([name]) => name !== key);
  return Object.fromEntries(next === undefined ? entries : [...entries, [key, next]]);
}

describe("sameJson", () => {
  it("agrees with what JSON writes, and does not mind the order of fields", () => {
    fc.assert(
      fc.property(value, (v) => {
        const reversed = isJsonObject(v) ? Object.fromEntries(Object.entries(v).toReversed()) : v;
        expect(sameJson(v, JSON.parse(JSON.stringify(v)))).toBe(true);
        expect(sameJson(v, reversed)).toBe(true);
      }),
    );
  });

  it("tells an empty list from an empty object, null from absent, and minds the order of lists", () => {
    expect(sameJson({ a: [] }, { a: {} })).toBe(false);
    expect(sameJson({ a: null }, {})).toBe(false);
    expect(sameJson({ a: undefined }, {})).toBe(true);
    expect(sameJson([1, 2], [2, 1])).toBe(false);
  });
});

/** Every place in a value, with what stands there. */
function places(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return [{ path, value }, ...entries.flatMap(([part, inner]) => places(inner, [...path, part]))];
}

describe("valueAt", () => {
  it("finds what stands at each place, and nothing past a leaf or under a name that is not there", () => {
    fc.assert(
      fc.property(value, (v) => {
        for (const { path, value: there } of places(v)) {
          expect(valueAt(v, path)).toBe(there);
          const missing = Object.keys(Object(there)).includes("toString") ? "valueOf" : "toString";
          expect(valueAt(v, [...path, missing])).toBeUndefined();
        }
      }),
    );
  });
});

describe("overlaps", () => {
  it("is true exactly where one path begins with the other", () => {
    const path = fc.array(fc.constantFrom<string | number>("a", "b", 0, 1), { maxLength: 3 });
    fc.assert(
      fc.property(path, path, (a, b) => {
        const [left, right] = [a, b].map((one) => one.map((part) => `/${part}`).join(""));
        expect(overlaps(a, b)).toBe(left?.startsWith(right ?? "") || right?.startsWith(left ?? ""));
      }),
    );
    expect(overlaps(["rules", 0], ["rules", "0", "name"])).toBe(true);
  });
});

describe("diff", () => {
  it("is empty exactly when both are the same, and applied to the old gives the new", () => {
    fc.assert(
      fc.property(value, value, (from, to) => {
        const changes = diff(from, to);
        expect(changes.length === 0).toBe(sameJson(from, to));
        expect(sameJson(changes.reduce(apply, from), to)).toBe(true);
      }),
    );
  });

  it("names the field, with old and new", () => {
    expect(diff({ a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 4, d: 3 }, e: [1] })).toEqual([
      { path: ["b", "c"], from: 2, to: 4 },
      { path: ["e"], from: undefined, to: [1] },
    ]);
  });
});

describe("mergeThree", () => {
  it("takes theirs when mine is the base, mine when theirs is the base, without a clash", () => {
    fc.assert(
      fc.property(value, value, (base, other) => {
        const fromThem = mergeThree({ base, theirs: other, mine: base });
        expect(sameJson(fromThem.merged, other)).toBe(true);
        expect(fromThem.clashes).toEqual([]);
        expect(fromThem.taken).toEqual(diff(base, other));
        const fromMe = mergeThree({ base, theirs: base, mine: other });
        expect(sameJson(fromMe.merged, other)).toBe(true);
        expect(fromMe.clashes).toEqual([]);
        expect(fromMe.taken).toEqual([]);
      }),
    );
  });

  it("has no clash when both changed the same way", () => {
    fc.assert(
      fc.property(value, value, (base, both) => {
        const { merged, clashes, taken } = mergeThree({ base, theirs: both, mine: both });
        expect({ merged, clashes, taken }).toEqual({ merged: both, clashes: [], taken: [] });
      }),
    );
  });

  it("has no clash when the changed fields are disjoint, and keeps every change", () => {
    const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null));
    const side = (prefix: string) =>
      fc.dictionary(
        fc.constantFrom("1", "2", "3").map((n) => prefix + n),
        leaf,
      );
    fc.assert(
      fc.property(side("t"), side("m"), side("t"), side("m"), (t0, m0, t1, m1) => {
        const base = { ...t0, ...m0 };
        const { merged, clashes } = mergeThree({ base, theirs: { ...t1, ...m0 }, mine: { ...t0, ...m1 } });
        expect(clashes).toEqual([]);
        expect(sameJson(merged, { ...t1, ...m1 })).toBe(true);
      }),
    );
  });

  it("always deciding for one side finds the same clashes as for the other, and every leaf comes from one of them", () => {
    fc.assert(
      fc.property(value, value, value, (base, theirs, mine) => {
        const forMe = mergeThree({ base, theirs, mine });
        const forThem = mergeThree({ base, theirs, mine }, () => "theirs");
        expect(forThem.clashes).toEqual(forMe.clashes);
        const mirrored = mergeThree({ base, theirs: mine, mine: theirs }, () => "theirs");
        expect(sameJson(mirrored.merged, forMe.merged)).toBe(true);
        for (const { base: old, theirs: t, mine: m } of forMe.clashes) {
          expect(sameJson(t, m) || sameJson(t, old) || sameJson(m, old)).toBe(false);
        }
      }),
    );
  });

  it("asks about the clashing field only", () => {
    const merge = mergeThree({
      base: { a: 1, b: 1, c: 1 },
      theirs: { a: 2, b: 2, c: 1 },
      mine: { a: 3, b: 1, c: 3 },
    });
    expect(merge.clashes).toEqual([{ path: ["a"], base: 1, theirs: 2, mine: 3 }]);
    expect(merge.taken).toEqual([{ path: ["b"], from: 1, to: 2 }]);
    expect(merge.merged).toEqual({ a: 3, b: 2, c: 3 });
  });
});
