import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration } from "#ui/duration.ts";
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
    // Cause: a text like "1s", rare among any texts, was held against Number, which knows no units. Now they are common.
    const units = fc.stringMatching(/^[-\d. smhdw]{0,12}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-\d.,e% ]{0,24}$/), units), (text) => {
        for (const kind of ["integer", "decimal", "share", "seconds"] as const) {
          const read = readNumber(text, kind);
          // Of a text with units only that it is whole: what it sums up to has properties of its own below.
          const named = kind === "seconds" && /[a-z]/i.test(text);
          const exact =
            "value" in read &&
            (named
              ? Number.isSafeInteger(read.value)
              : Number.isFinite(read.value) && read.value === Number(text) + 0);
          const told = "problem" in read && /^[A-Z].*(\.|Example: .+)$/s.test(read.problem);
          expect(exact || told).toBe(true);
        }
      }),
    );
  });

  it.each([
    ["", "integer", "Enter a number. Example: 30"],
    ["  ", "share", "Enter a number. Example: 0.5"],
    ["1e3", "integer", "Enter it as 1000."],
    ["5e-1", "share", "Enter it as 0.5."],
    ["1e999", "integer", "Enter a number. Example: 30"],
    ["0,5", "share", "Use a decimal point: 0.5."],
    [",5", "decimal", "Use a decimal point: 0.5."],
    ["1,000", "integer", "Remove the separators: 1000."],
    ["50", "share", "Enter a number from 0 to 1. 50 % is 0.5."],
    ["12.5", "share", "Enter a number from 0 to 1. 12.5 % is 0.125."],
    ["50 %", "share", "Enter a number from 0 to 1. 50 % is 0.5."],
    ["1.5", "integer", "Enter a whole number."],
    ["30s", "integer", "Enter the number only, in the unit shown."],
    ["thirty", "integer", "Enter a number. Example: 30"],
    ["9007199254740993", "integer", "Too many digits. It would be saved as 9007199254740992."],
    ["0.12345678901234567890", "share", "Too many digits. It would be saved as 0.12345678901234568."],
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
    ["1.5", "Enter whole seconds."],
    ["0.5 s", "Enter whole seconds."],
    ["999999999999999999 w", "Enter whole seconds."],
    ["1,000", "Remove the separators: 1000."],
    ["1e3", "Enter it as 1000."],
    ["8 parsecs", "Enter a duration. Example: 30, 15 min or 8 h"],
    ["30 min 1 h", "Enter a duration. Example: 30, 15 min or 8 h"],
    ["1 h 2 h", "Enter a duration. Example: 30, 15 min or 8 h"],
    ["-8h", "Enter a duration. Example: 30, 15 min or 8 h"],
    ["8 h and", "Enter a duration. Example: 30, 15 min or 8 h"],
    ["", "Enter a duration. Example: 30, 15 min or 8 h"],
  ])("%j says what to write instead", (text, problem) => {
    expect(readNumber(text, "seconds")).toEqual({ problem });
  });
});
