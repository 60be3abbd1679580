import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameJson } from "#forms/json.ts";
import { placeOf, readJson } from "./json-text.ts";

const faultOf = (text: string) => {
  const read = readJson(text);
  return "fault" in read ? `${read.fault.line}:${read.fault.column} ${read.fault.message}` : null;
};

describe("readJson", () => {
  it("reads what JSON.stringify writes, whatever the layout", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, 2, "\t"), (value, indent) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        expect(readJson(JSON.stringify(value, null, indent))).toMatchObject({ value: plain });
      }),
    );
  });

  it("takes nothing that JSON.parse refuses, and never reads otherwise", () => {
    const soup = fc.string({
      unit: fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        '"',
        ":",
        ",",
        "1",
        "-",
        "0",
        ".",
        "e",
        "a",
        " ",
        "\\",
        "null",
      ),
    });
    const nearly = fc.tuple(fc.json(), fc.nat(), soup).map(([text, at, extra]) => {
      const cut = at % (text.length + 1);
      return text.slice(0, cut) + extra + text.slice(cut);
    });
    fc.assert(
      fc.property(fc.oneof(soup, nearly, fc.json()), (text) => {
        const read = readJson(text);
        if ("fault" in read) return;
        // -0 is written as 0: JSON knows no difference.
        expect(sameJson(read.value, JSON.parse(text))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{"a":1,"a":2}', '1:8 "a" appears twice.'],
    ['{"a":{"b":1,\n  "b":1}}', '2:3 "b" appears twice.'],
    ["9007199254740993", "1:1 Too many digits: it would become 9007199254740992."],
    ["[1e999]", "1:2 Too many digits: it would become Infinity."],
    ["0.1000000000000000055", "1:1 Too many digits: it would become 0.1."],
    ['{"a": 1,}', "1:9 Add a field after the comma."],
    ["{a: 1}", '1:2 Enter a field name in double quotes. Example: "enabled"'],
    ["[1 2]", "1:4 Add a comma or ]."],
    // Cause: of a word that is no value only "Enter a value here." was said. Law: what is wrong is said with what to write.
    ['{\n  "a": tru\n}', "2:8 Put text in double quotes, or enter true, false, null or a number."],
    ["['a']", "1:2 Put text in double quotes, or enter true, false, null or a number."],
    ['{"a": }', "1:7 Enter a value here."],
    ["", "1:1 The JSON is incomplete."],
    ['{"a" 1}', "1:6 Add a colon after the field name."],
    ['{"a": true\u00a0}', "1:11 Add a comma or }."],
    ['{"a": "b}', "1:7 Unfinished text, or a character that needs an escape."],
    ['{"a": 1 /* one */}', "1:9 Add a comma or }."],
    ["[01]", "1:2 Enter a value here."],
    ["[", "1:2 The JSON is incomplete."],
    ["{} {}", "1:4 Remove everything after the value."],
    ["[".repeat(70), "1:66 Nested too deep. Up to 64 levels."],
  ])("refuses %j and says where", (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  it.each(["1.50e3", "-0", "1e21", "4294967296", "0.1", "100", "5e-324"])("keeps %s", (text) => {
    expect(readJson(text)).toMatchObject({ value: JSON.parse(text) + 0 });
  });

  it("knows where each value stands, or what is around it", () => {
    const read = readJson('{\n  "a": [1,\n    {"b": 2}]\n}');
    if ("fault" in read) throw new Error(read.fault.message);
    expect(placeOf(read.places, ["a", 1, "b"])).toMatchObject({ line: 3, column: 11 });
    expect(placeOf(read.places, ["a", 1, "missing"])).toMatchObject({ line: 3, column: 5 });
    expect(placeOf(read.places, [])).toMatchObject({ line: 1, column: 1 });
  });
});
