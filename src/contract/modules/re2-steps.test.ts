// Cause: filling one filter, each of these patterns held the edge, which builds it, for 15 to 170 s. Law: nobody waits for a
// pattern that somebody else has saved, and what people write is built (decisions/modules/re2.md).
import * as fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { re2Fault } from "./re2.ts";
import { builtPattern, isTooLarge } from "./re2-steps.ts";

test.each([
  ["(?i)[", "b-\u{1FFFF}", "]"],
  ["(?i)[", "\\pL", "]"],
  ["", "a{0,1000}", ""],
  ["", ".{1000}", ""],
  ["(?:", "a", "){1000}"],
])("a request full of %s%s%s… is refused at once", (before, part, after) => {
  const bytes = new TextEncoder().encode(part).length;
  const pattern = before + part.repeat(Math.floor(1000 / bytes)) + after;
  const start = performance.now();
  for (let i = 0; i < 200; i++) expect(isTooLarge(`${pattern}${i}`)).toBe(true);
  expect(performance.now() - start).toBeLessThan(5000);
  expect(() => builtPattern(pattern)).toThrow("too large");
});

test.each([
  "a{0,1000}",
  ".{1000}.{1000}",
  `(?:${"a".repeat(1000)}){2}`,
  "((a{10}){10}){10}",
  "x".repeat(1024),
  "\\Q" + "(".repeat(1000),
  "(?i)[a-z0-9]+bot|\\p{L}+/\\d+",
])("%s is built", (pattern) => expect(builtPattern(pattern).pattern()).toBe(pattern));

test("what is taken is built into few steps, however it is nested", () => {
  const repeat = fc.constantFrom("", "{30}", "{0,90}", "{7}", "{2,}", "*");
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom("a", "a".repeat(200), "bot", ".", "[^a-z]", "\\d", "\\Qa.b\\E"),
      fc.tuple(tie("pattern"), repeat).map(([inside, times]) => `(?:${inside})${times}`),
      fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => `${one}|${other}x`),
    ),
  }));
  fc.assert(
    fc.property(pattern, (text) => {
      fc.pre(re2Fault(text) === null && !isTooLarge(text));
      expect(RE2JS.compile(text).programSize()).toBeLessThan(3 * 2_500);
    }),
  );
});
