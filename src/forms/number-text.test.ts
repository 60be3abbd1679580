import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration } from "#ui/format.ts";
import { readNumber, writeNumber } from "./number-text.ts";

describe("readNumber", () => {
  it("reads back every number it writes in digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_294_967_295 }), (value) => {
        expect(readNumber(writeNumber(value), "integer")).toEqual({ value });
      }),
    );
    const written = fc
      .double({ min: 0, max: 1, noNaN: true })
      .filter((value) => !writeNumber(value).includes("e"));
    fc.assert(
      fc.property(written, (value) => {
        expect(readNumber(writeNumber(value), "share")).toEqual({ value: value + 0 });
      }),
    );
  });

  it("never answers NaN, infinity or another number than the text says", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-\d.,e% ]{0,24}$/)), (text) => {
        for (const kind of ["integer", "decimal", "share", "seconds"] as const) {
          const read = readNumber(text, kind);
          const exact = "value" in read && Number.isFinite(read.value) && read.value === Number(text) + 0;
          const told = "problem" in read && /^[A-Z].*\.$/s.test(read.problem);
          expect(exact || told).toBe(true);
        }
      }),
    );
  });

  it.each([
    ["", "integer", "Write a number. Example: 30."],
    ["  ", "share", "Write a number. Example: 0.5."],
    ["1e3", "integer", "Write it out: 1000."],
    ["5e-1", "share", "Write it out: 0.5."],
    ["1e999", "integer", "Write a number. Example: 30."],
    ["0,5", "share", "Write the decimals after a point: 0.5."],
    [",5", "decimal", "Write the decimals after a point: 0.5."],
    ["1,000", "integer", "Write it without separators: 1000."],
    ["50", "share", "A share from 0 to 1: 50 % is 0.5."],
    ["12.5", "share", "A share from 0 to 1: 12.5 % is 0.125."],
    ["50 %", "share", "A share from 0 to 1: 50 % is 0.5."],
    ["1.5", "integer", "Write a whole number, without decimals."],
    ["30s", "integer", "Write the number alone, in the unit shown beside the field."],
    ["thirty", "integer", "Write a number. Example: 30."],
    ["9007199254740993", "integer", "Too many digits: it would be kept as 9007199254740992."],
    ["0.12345678901234567890", "share", "Too many digits: it would be kept as 0.12345678901234568."],
  ] as const)("%j as %s says what to write instead", (text, kind, problem) => {
    expect(readNumber(text, kind)).toEqual({ problem });
  });

  it.each([
    ["007", "integer", 7],
    ["10.0", "integer", 10],
    [".5", "share", 0.5],
    ["0.50", "share", 0.5],
    ["-0", "integer", 0],
    [" 30 ", "integer", 30],
  ] as const)("%j as %s is %d", (text, kind, value) => {
    expect(readNumber(text, kind)).toEqual({ value });
  });
});

// Cause: a duration took bare seconds alone, and "8h" was refused. Law: durations take "8h", "15 min" and seconds.
describe("a length of time", () => {
  it("is read as it is written by the console, to the second", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_294_967_295 }), (seconds) => {
        expect(readNumber(formatDuration(seconds), "seconds")).toEqual({ value: seconds });
        expect(readNumber(writeNumber(seconds), "seconds")).toEqual({ value: seconds });
      }),
    );
  });

  it("is the sum of its parts, in any usual spelling of the units", () => {
    const spelled = fc.tuple(
      fc.record({ count: fc.nat(9999), unit: fc.constantFrom("d", "day", "Days") }),
      fc.record({ count: fc.nat(9999), unit: fc.constantFrom("h", "hr", "hours") }),
      fc.record({ count: fc.nat(9999), unit: fc.constantFrom("m", "min", "MINUTES") }),
      fc.record({ count: fc.nat(9999), unit: fc.constantFrom("s", "sec", "seconds") }),
    );
    fc.assert(
      fc.property(spelled, fc.constantFrom("", " "), fc.constantFrom(" ", ""), (parts, inside, between) => {
        const text = parts.map(({ count, unit }) => `${count}${inside}${unit}`).join(between);
        const [d, h, m, s] = parts.map(({ count }) => count) as [number, number, number, number];
        expect(readNumber(text, "seconds")).toEqual({ value: d * 86_400 + h * 3600 + m * 60 + s });
      }),
    );
  });

  it.each([
    ["8h", 28_800],
    ["15 min", 900],
    ["1.5 h", 5400],
    ["0.1h", 360],
    ["2 weeks", 1_209_600],
    ["1d12h", 129_600],
    [" 900 ", 900],
  ])("%j is %d s", (text, value) => {
    expect(readNumber(text, "seconds")).toEqual({ value });
  });

  it.each([
    ["1.5", "Write whole seconds, without decimals."],
    ["0.5 s", "Write whole seconds, without decimals."],
    ["999999999999999999 w", "Write whole seconds, without decimals."],
    ["1,000", "Write it without separators: 1000."],
    ["1e3", "Write it out: 1000."],
    ["8 parsecs", "Write a duration. Example: 30, 15 min or 8 h."],
    ["30 min 1 h", "Write a duration. Example: 30, 15 min or 8 h."],
    ["1 h 2 h", "Write a duration. Example: 30, 15 min or 8 h."],
    ["-8h", "Write a duration. Example: 30, 15 min or 8 h."],
    ["8 h and", "Write a duration. Example: 30, 15 min or 8 h."],
    ["", "Write a duration. Example: 30, 15 min or 8 h."],
  ])("%j says what to write instead", (text, problem) => {
    expect(readNumber(text, "seconds")).toEqual({ problem });
  });
});
