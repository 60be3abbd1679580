import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mayBecome, newestFor, Release, signedText } from "./agent-release.ts";

const number = fc.nat(999);
const numbers = fc.tuple(number, number, number);
const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
const facts = fc.record({
  version: numbers.map((parts) => parts.join(".")),
  size: fc.integer({ min: 1, max: 1_000_000 }),
  sha256: hex,
  notes: fc.string({ maxLength: 200 }).map((text) => text.replaceAll("\0", "")),
});

test("an agent becomes only what is newer, and never a new major version", () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const [own, next] = [a.join("."), b.join(".")];
      const newer = a[1] < b[1] || (a[1] === b[1] && a[2] < b[2]);
      expect(mayBecome(own, next)).toBe(a[0] === b[0] && newer);
      expect(mayBecome(own, own)).toBe(false);
      // A trial of a version comes before it.
      expect(mayBecome(`${own}-rc.1`, own)).toBe(true);
      expect(mayBecome(own, `${own}-rc.1`)).toBe(false);
    }),
  );
});

test("the newest is one that it may become, and nothing that it may become is newer", () => {
  const version = fc.tuple(fc.nat(2), fc.nat(12), fc.nat(12)).map((parts) => parts.join("."));
  fc.assert(
    fc.property(version, fc.array(version, { maxLength: 12 }), (own, versions) => {
      const releases = versions.map((one) => ({ version: one }));
      const newest = newestFor(own, releases);
      const fits = versions.filter((one) => mayBecome(own, one));
      expect(fits.includes(newest?.version ?? "")).toBe(fits.length > 0);
      expect(fits.filter((one) => mayBecome(newest?.version ?? one, one))).toEqual([]);
    }),
  );
});

test("releases that differ are signed by different texts", () => {
  fc.assert(
    fc.property(facts, facts, (a, b) => {
      expect(signedText(a) === signedText(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
  );
  const base = { version: "1.0.0", size: 1, sha256: "0".repeat(64) };
  expect(signedText({ ...base, notes: "a" })).not.toBe(signedText({ ...base, notes: "a\n" }));
});

test("a manifest survives the file, and one that does not fit is refused", () => {
  const signature = "s".repeat(86);
  fc.assert(
    fc.property(facts, (given) => {
      const written = JSON.stringify({ ...given, signature });
      expect(Release.parse(JSON.parse(written))).toEqual({ ...given, signature });
    }),
  );
  const good = { version: "1.0.0", size: 1, sha256: "0".repeat(64), notes: "", signature };
  for (const wrong of [
    { version: "1.0" },
    { version: "1.0.0-rc.1" },
    { version: "../1.0.0" },
    { version: "01.0.0" },
    { size: 0 },
    { size: 1.5 },
    { size: 1e9 },
    { sha256: "0" },
    { signature: "x" },
    { notes: "x".repeat(20_000) },
  ])
    expect(Release.safeParse({ ...good, ...wrong }).success).toBe(false);
});
