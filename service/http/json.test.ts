// Cause: rows of a list that are as they were are written once. Law: the text is what JSON.stringify answers.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { jsonOf } from "./json.ts";

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

it("writes frozen items once", () => {
  let written = 0;
  const row = Object.freeze({ toJSON: () => `row ${(written += 1)}` });
  const open = { toJSON: () => "open" };
  expect([jsonOf({ rows: [row, open] }), jsonOf({ rows: [open, row] })]).toEqual([
    '{"rows":["row 1","open"]}',
    '{"rows":["open","row 1"]}',
  ]);
});
