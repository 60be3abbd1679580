// Cause: rows of a list that are as they were are written once. Law: the text is what JSON.stringify answers, and
// has its own name.
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { writeJson } from "./json.ts";

const jsonOf = (value: unknown) => writeJson(value).plain.toString();

const item = fc.oneof(
  fc.record({ id: fc.string(), a: fc.jsonValue() }).map((one) => Object.freeze(one)),
  fc.jsonValue(),
  fc.constant(undefined),
);
const answer = fc.oneof(
  fc.jsonValue(),
  fc.record({ items: fc.array(item), uri: fc.webUrl(), 'ü"': fc.jsonValue(), gone: fc.constant(undefined) }),
);

it("is what JSON.stringify answers, each time", () => {
  fc.assert(
    fc.property(answer, (value) => {
      expect([jsonOf(value), jsonOf(value)]).toEqual([JSON.stringify(value), JSON.stringify(value)]);
    }),
  );
});

it("names what differs differently, and what is the same as before", () => {
  const one = fc.constantFrom(1, 2, "#", "é").chain((a) => fc.constantFrom({ a }, Object.freeze({ a }), a));
  const rows = fc.array(one, { maxLength: 2 });
  fc.assert(
    fc.property(rows, rows, (some, others) => {
      const [a, b, again] = [
        some,
        others,
        structuredClone(some).map((x, i) => (Object.isFrozen(some[i]) ? Object.freeze(x) : x)),
      ].map((items) => writeJson({ items }));
      const areSame = a?.plain.toString() === b?.plain.toString();
      expect(areSame || !isDeepStrictEqual(a?.name, b?.name)).toBe(true);
      expect(again).toEqual(a);
    }),
  );
});

it("writes frozen items once", () => {
  let written = 0;
  const row = Object.freeze({ toJSON: () => `row ${(written += 1)}` });
  const open = { toJSON: () => "open" };
  expect([jsonOf({ rows: [row, open] }), jsonOf({ rows: [open, row] })]).toEqual([
    '{"rows":["row 1","open"]}',
    '{"rows":["open","row 1"]}',
  ]);
});
