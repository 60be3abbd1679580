import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration } from "./duration.ts";
import { counted, formatAge, formatCount, shortenId } from "./format.ts";

const SECONDS: Record<string, number> = { d: 86_400, h: 3600, min: 60, s: 1 };

describe("formatDuration", () => {
  it.each([
    [0, "0 s"],
    [43_200, "12 h"],
    [90, "1 min 30 s"],
    [90_061, "1 d 1 h 1 min 1 s"],
    [0.5, "0.5 s"],
    [Number.NaN, "unknown"],
  ])("%s → %s", (seconds, words) => expect(formatDuration(seconds)).toBe(words));

  it("loses nothing: its parts add up", () => {
    fc.assert(
      fc.property(fc.nat(4_294_967_295), (seconds) => {
        const parts = [...formatDuration(seconds).matchAll(/(\d+) (\w+)/g)];
        const sum = parts.reduce(
          (all, [, count, unit]) => all + Number(count) * (SECONDS[unit ?? ""] ?? Number.NaN),
          0,
        );
        expect(sum).toBe(seconds);
      }),
    );
  });
});

describe("formatAge", () => {
  it.each([
    [-5, "0 s"],
    [59.9, "59 s"],
    [200, "3 min"],
    [2_300_000, "26 d"],
    // Cause: ages and what is left of a certificate read "630 d ago", "3648 d left". Law: numbers read as people say them.
    [59 * 86_400, "59 d"],
    [61 * 86_400, "2 mo"],
    // Cause: "12 mo" and "20 mo" stood beside "2 y". Law: as above, and in one scale.
    [364 * 86_400, "11 mo"],
    [366 * 86_400, "1 y"],
    [402 * 86_400, "1 y 1 mo"],
    [730 * 86_400, "1 y 11 mo"],
    [731 * 86_400, "2 y"],
    [3648 * 86_400, "9 y"],
  ])("%s → %s", (seconds, words) => expect(formatAge(seconds)).toBe(words));
});

describe("shortenId", () => {
  it("keeps the prefix and four characters on each side", () => {
    expect(shortenId("ts_2nXbQ3456789ZoCd")).toBe("ts_2nXb…ZoCd");
    expect(shortenId("edghtsrt_2nXbQ3456789ZoCd")).toBe("edghtsrt_2nXb…ZoCd");
    expect(shortenId("ts_short")).toBe("ts_short");
  });
  it("never grows a text, and keeps its ends", () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const short = shortenId(id);
        expect(short.length).toBeLessThanOrEqual(id.length);
        expect(id.endsWith(short.slice(-4))).toBe(true);
      }),
    );
  });
});

it("formatCount parts thousands", () => {
  expect([7, 1000, 1_234_567].map(formatCount)).toEqual(["7", "1,000", "1,234,567"]);
});

it("counted says one, none and many as they are said", () => {
  expect([0, 1, 2].map((count) => counted(count, "field"))).toEqual(["0 fields", "1 field", "2 fields"]);
  const noun = { one: "policy", many: "policies" };
  expect([1, 1200].map((count) => counted(count, noun))).toEqual(["1 policy", "1,200 policies"]);
  expect([1, 3].map((count) => counted(count, "policy goes", "policies go"))).toEqual([
    "1 policy goes",
    "3 policies go",
  ]);
});
