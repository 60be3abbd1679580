// Cause: reasons and addresses of the service were printed as they came: a service could clear the screen, write lines in
// the agent's name, or print 250 kB. Law: nothing of a service's text reaches the terminal but characters that are seen.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const EVIL = [
  [
    "\u001B[31m",
    "\u001B[2J",
    "\u001B]0;title\u0007",
    "\u001B]8;;http://x\u001B\\",
    "\u001BPq\u001B\\",
    "\u001Bc",
  ],
  [
    "\u009B1A",
    "\u009D0;x\u009C",
    "\u001B",
    "\u001B[",
    "\u0007",
    "\b",
    "\u007F",
    "\0",
    "\r\n",
    "\u0085",
    "\u2028",
  ],
  ["\u202E", "\u2066", "\u200F", "\u061C", "\u200B", "\uFEFF", "\u{E0041}", "\uD800", "\u00AD"],
];
const evil = fc.constantFrom(...EVIL.flat());
const texts = fc
  .array(fc.oneof(evil, fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" })), { maxLength: 20 })
  .map((parts) => parts.join(""));

test("no character is left that is not seen, nor more than asked for, and doing it again changes nothing", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, max) => {
      const plain = plainText(text, max);
      expect(plain).not.toMatch(UNSEEN);
      expect(Array.from(plain).length).toBeLessThanOrEqual(max);
      expect(plainText(plain, max)).toBe(plain);
    }),
    { numRuns: 1000 },
  );
});

test("a text of characters that are seen stays as it is", () => {
  const seen = fc.string({ unit: "grapheme", maxLength: 40 }).filter((text) => !UNSEEN.test(text));
  fc.assert(
    fc.property(seen, (text) => {
      expect(plainText(text)).toBe(text);
    }),
  );
});

test.each([
  ["\u001B[31mred\u001B[0m", "red"],
  ["\u001B]0;owned\u0007ok", "ok"],
  ["\u001B]8;;http://evil\u001B\\link\u001B]8;;\u001B\\", "link"],
  ["\u009B2Jgone", "gone"],
  ["a\r\nAgent pid 1: stopped", "a Agent pid 1: stopped"],
  ["moc\u202Eelpmaxe", "mocelpmaxe"],
  ["\u001B".repeat(100_000), ""],
  ["\u001B]".repeat(100_000), ""],
  ["x".repeat(300_000), `${"x".repeat(299)}…`],
])("%j", (text, plain) => {
  expect(plainText(text)).toBe(plain);
});
