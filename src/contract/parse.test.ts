import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { fieldHints, NESTING_MAX, parse } from "./issues.ts";

const Inner = z.strictObject({ name: z.string(), count: z.optional(z.int()) });
const Schema = z
  .strictObject({
    one: z.optional(Inner),
    many: z.optional(z.union([Inner, z.array(Inner)])),
    on: z.optional(z.boolean()),
  })
  .register(fieldHints, { old: "has another name now: use on" });

const deep = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels)) as unknown;

test.each<[unknown, (string | number)[], string]>([
  [null, [], "must be an object"],
  [[], [], "must be an object"],
  [{ on: "yes" }, ["on"], "must be true or false"],
  [{ on: { a: 1 } }, ["on"], "must be true or false"],
  [{ one: {} }, ["one", "name"], "is required"],
  [{ one: { name: "a", count: 1.5 } }, ["one", "count"], "must be a whole number"],
  [{ other: 1 }, ["other"], "is not a known field. The fields are one, many, on"],
  [{ old: 1 }, ["old"], "has another name now: use on"],
  [{ one: { name: "a", x: 1 } }, ["one", "x"], "is not a known field. The fields are name, count"],
  [{ many: 3 }, ["many"], "must be an object or a list"],
  [{ many: [{ name: 3 }] }, ["many", 0, "name"], "must be a text"],
  [{ many: { name: 3 } }, ["many", "name"], "must be a text"],
  [JSON.parse('{"one":{"name":"a","__proto__":1}}'), ["one", "__proto__"], "is not a known field"],
])("%j is refused", (value, path, message) => {
  expect(parse(Schema, value).issues).toEqual([
    { path, message: expect.stringContaining(message) as string },
  ]);
});

test("each unknown field has a row of its own", () => {
  const { issues } = parse(Schema, { old: 1, other: 2, on: 3 });
  expect(issues?.map(({ path }) => path.join("."))).toEqual(["on", "old", "other"]);
});

test("depth is bounded at its edge, and no depth overflows the stack", () => {
  const Any = z.looseObject({});
  expect(parse(Any, { a: deep(NESTING_MAX - 1) }).issues).toBeUndefined();
  expect(parse(Any, { a: deep(NESTING_MAX) }).issues?.[0]?.message).toContain(`${NESTING_MAX} levels`);
  expect(parse(Any, { a: deep(100_000) }).issues).toHaveLength(1);
});

test("no message repeats a value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const marked = JSON.parse(JSON.stringify(value), (_, child: unknown) =>
        typeof child === "string" ? `s3cret${child}` : child,
      ) as unknown;
      for (const body of [marked, { one: marked }, { many: marked }, { on: marked }]) {
        for (const { message } of parse(Schema, body).issues ?? []) expect(message).not.toContain("s3cret");
      }
    }),
  );
});

test("what no schema sees is refused wherever it stands, and nothing else is", () => {
  // Cause: maps of anything pass every schema. Law: what is sent is kept or refused at its field.
  const Anything = z.strictObject({ map: z.record(z.string(), z.unknown()) });
  const bad = fc.constantFrom("\0", "a\0b", Infinity, -Infinity);
  const keys = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(keys, fc.jsonValue(), fc.option(bad), fc.boolean(), (path, sound, fault, inKey) => {
      const wrong = typeof fault === "string" && inKey ? Object.fromEntries([[fault, sound]]) : fault;
      const value = path.reduceRight(
        (inner: unknown, key) => Object.fromEntries([[key, inner]]),
        wrong ?? sound,
      );
      const refused = fault !== null || JSON.stringify(value).match(/"__proto__":|\\u0000/) !== null;
      const { data, issues } = parse(Anything, { map: { value } });
      expect(issues !== undefined).toBe(refused);
      expect(data ?? { map: { value } }).toEqual({ map: { value } });
    }),
  );
});

test("a list that is too long is one fault, in no time, whatever is in it", () => {
  // Cause: only the service looked at a list's length first, so the console checked and told all 60,000 groups.
  // Law: console and service read a request by the same function, which refuses a long list before its entries.
  const many = Array.from({ length: 60_000 }, () => ({ nope: 1 }));
  const before = process.cpuUsage();
  expect(parse(Schema, { many })).toEqual({
    issues: [{ path: ["many"], message: "must have at most 10000 entries" }],
  });
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(50);
});
