import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metadataLine, prettyJson } from "./metadata-text.ts";

const container = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));

describe("prettyJson", () => {
  it("is what JSON.stringify makes with two spaces, however the text was spaced", () => {
    fc.assert(
      fc.property(container, fc.constantFrom(undefined, 1, 4, "\t"), (value, space) => {
        expect(prettyJson(JSON.stringify(value, null, space))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it("keeps what was written: long numbers, escapes, a name given twice", () => {
    expect(prettyJson(String.raw`{"id":12345678901234567890,"a":1.0,"a":"\u0041/\"}"}`)).toBe(
      String.raw`{
  "id": 12345678901234567890,
  "a": 1.0,
  "a": "\u0041/\"}"
}`,
    );
  });

  it("is null for what is no JSON object or list", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String)), (text) => {
        const pretty = prettyJson(text);
        expect(
          pretty === null || JSON.stringify(JSON.parse(pretty)) === JSON.stringify(JSON.parse(text)),
        ).toBe(true);
      }),
    );
    for (const text of ["", "read replica", "{", "[1,", '"text"', "7", "null"])
      expect(prettyJson(text)).toBeNull();
  });

  it("stays short for a text that is nothing but depth", () => {
    const deep = prettyJson("[".repeat(2000) + "]".repeat(2000));
    expect(deep?.length).toBeLessThan(200_000);
  });
});

describe("metadataLine", () => {
  it.each([
    ['{"host":"fra-gw-01","team":"freight"}', "host: fra-gw-01 · team: freight"],
    [
      '{"id":12345678901234567890,"tags":["a","b"],"on":true}',
      'id: 12345678901234567890 · tags: ["a","b"] · on: true',
    ],
    ['{"nested":{"a":1,"b":[2,3]},"x":null}', 'nested: {"a":1,"b":[2,3]} · x: null'],
    ["{}", ""],
    ["[1, 2]", "[1, 2]"],
    ["two\n lines ", "two lines"],
    ["", ""],
  ])("of %j is %j", (text, line) => {
    expect(metadataLine(text)).toBe(line);
  });

  it("is one line for anything", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(metadataLine(text)).not.toMatch(/[\n\r]/);
      }),
    );
  });
});
