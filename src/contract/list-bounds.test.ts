// Cause: the bound of a list was looked at after its entries, of which 80,000 faulty ones became as many faults, and a 500.
// Law: a list's bound is checked before its entries.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { ENTRIES_MAX, overlongList } from "./list-bounds.ts";

const inner = z.strictObject({ tags: z.optional(z.nullable(z.array(z.string()).check(z.maxLength(2)))) });
const schema = z.strictObject({
  rules: z.nullish(z.array(inner).check(z.maxLength(3))),
  one: z.optional(z.union([inner, z.array(inner)])),
  map: z.optional(z.record(z.string(), z.array(z.int()).check(z.maxLength(1)))),
  free: z.optional(z.array(z.string())),
  read: z.optional(
    z.pipe(
      z.array(z.string()).check(z.maxLength(1)),
      z.transform((list) => list.length),
    ),
  ),
});
const at = (value: unknown) => overlongList(schema, value)?.path.join(".") ?? null;

describe("the first list that is too long", () => {
  it.each<[string, unknown, string | null]>([
    ["none", { rules: [{ tags: ["a", "b"] }], free: ["x"], map: { a: [1] }, read: ["x"] }, null],
    ["of an object", { rules: [{}, {}, {}, {}] }, "rules"],
    [
      "within an entry, even where entries are faulty",
      { rules: [5, { tags: ["a", "b", "c"] }] },
      "rules.1.tags",
    ],
    ["of a union", { one: { tags: ["a", "b", "c"] } }, "one.tags"],
    ["within the list of a union", { one: [{ tags: ["a", "b", "c"] }] }, "one.0.tags"],
    ["of a map", { map: { a: [1], b: [1, 2] } }, "map.b"],
    ["before a transform", { read: ["x", "y"] }, "read"],
    ["without a bound of its own", { free: Array.from({ length: ENTRIES_MAX + 1 }, () => 0) }, "free"],
    ["where no list belongs", { rules: { nope: [] }, free: "text" }, null],
  ])("%s", (_, value, path) => expect(at(value)).toBe(path));

  it("is none in what the schema takes", () => {
    const value = fc.record({
      rules: fc.array(fc.record({ tags: fc.array(fc.string(), { maxLength: 2 }) }), { maxLength: 3 }),
      map: fc.dictionary(fc.string(), fc.array(fc.integer(), { maxLength: 1 })),
      free: fc.array(fc.string()),
    });
    fc.assert(
      fc.property(value, (one) => {
        expect(at(one)).toBeNull();
      }),
    );
  });
});
