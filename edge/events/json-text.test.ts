import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decisionText } from "./decision-text.ts";
import { msText, quoted, timeText } from "./json-text.ts";

// Law: an event that is written by hand is the JSON that it would be otherwise.
test("texts are what JSON.stringify writes", () => {
  const any = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom('"', "\\", "\n", "é", "a") }),
  );
  fc.assert(
    fc.property(any, (text) => {
      expect(quoted(text)).toBe(JSON.stringify(text));
    }),
  );
});

test("times are what a date says, in whatever order", () => {
  const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
  const at = fc.oneof(fc.nat(last), fc.nat(2_000));
  fc.assert(
    fc.property(at, (ms) => {
      expect(timeText(ms)).toBe(new Date(ms).toISOString());
    }),
  );
});

test("milliseconds are right to the microsecond", () => {
  const ms = fc.oneof(fc.double({ min: -1_000, max: 1e9, noNaN: true }), fc.integer({ min: -5, max: 5_000 }));
  fc.assert(
    fc.property(ms, (given) => {
      expect(JSON.parse(msText(given))).toBe(Math.round(given * 1_000) / 1_000 || 0);
    }),
  );
});

test("a decision is what JSON.stringify writes", () => {
  const text = fc.string({ unit: "grapheme" });
  const maybe = fc.option(text, { nil: undefined });
  const refs = fc.array(fc.record({ id: text, text: maybe, field: maybe }), { maxLength: 3 });
  const decision = fc.record({
    module: text,
    verdict: text,
    reason: maybe,
    refs: fc.option(refs, { nil: undefined }),
    took_ms: fc.nat().map((us) => us / 1_000),
  });
  fc.assert(
    fc.property(decision, (one) => {
      expect(decisionText(one)).toBe(JSON.stringify(one));
    }),
  );
});
