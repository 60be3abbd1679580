import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameJson } from "#forms/json.ts";
import {
  enabledCodec,
  flagCodec,
  jsonCodec,
  numberCodec,
  secretCodec,
  textCodec,
  writeBack,
  type Codec,
} from "./codec.ts";
import { entriesCodec, neededTextsCodec, textsCodec, wrappedTextsCodec } from "./lists.ts";
import { objectCodec, objectsCodec } from "./nested.ts";

const member = { client_id: textCodec(), client_secret: secretCodec, scopes: textsCodec };
const rule = {
  name: textCodec(),
  expressions: textsCodec,
  actions: objectsCodec({ type: textCodec("written"), config: jsonCodec }),
};
const CODECS: Record<string, Codec> = {
  "whole number": numberCodec("integer"),
  "optional number": numberCodec("decimal", { optional: true }),
  enabled: enabledCodec,
  "flag, on": flagCodec(true),
  "flag, off": flagCodec(false),
  text: textCodec(),
  "text, null": textCodec("null"),
  "text, written": textCodec("written"),
  json: jsonCodec,
  secret: secretCodec,
  texts: textsCodec,
  "needed texts": neededTextsCodec,
  "wrapped texts": wrappedTextsCodec(),
  entries: entriesCodec,
  object: objectCodec(member),
  "optional object": objectCodec({ github: objectCodec(member, { optional: true }) }, { optional: true }),
  objects: objectsCodec(rule),
  "one object or a list": objectsCodec(rule, { orOne: true }),
};

/** Names that the codecs know, and names that nobody should. */
const names = fc.constantFrom(
  ..."name value type config expressions actions client_id client_secret scopes github $json $loaded mode text __proto__ constructor x".split(
    " ",
  ),
);
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, "", "a", 0, -0, 1.5, 1e21, [], {}),
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(names, tie("value")), { maxLength: 4 })
      .map((pairs) => Object.fromEntries(pairs) as unknown),
  ),
}));
const loaded = fc
  .oneof({ weight: 9, arbitrary: anything }, { weight: 1, arbitrary: fc.constant(undefined) })
  .map((value) => (value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown)));

describe.each(Object.entries(CODECS))("%s", (_, codec) => {
  it("loads any JSON, and untouched sends it back as it came", () => {
    fc.assert(
      fc.property(loaded, (value) => {
        const form = codec.toForm(value);
        expect(form).toBeDefined();
        const copy: unknown = JSON.parse(JSON.stringify(form));
        expect(sameJson(copy, form)).toBe(true);
        const read = writeBack(codec, copy, value);
        expect(read).toEqual({ value });
        expect("value" in read && Object.is(read.value, value)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("takes any form back without throwing", () => {
    fc.assert(
      fc.property(anything, loaded, (input, value) => {
        expect(codec.toWire(input, value)).toBeDefined();
      }),
    );
  });
});

describe("a member of an object", () => {
  it("changes alone: everything beside it stays as it was, unknown members and odd types included", () => {
    const codec = objectCodec(member);
    fc.assert(
      fc.property(fc.dictionary(names, anything), fc.string({ minLength: 1 }), (object, typed) => {
        const value = JSON.parse(JSON.stringify(object)) as Record<string, unknown>;
        const form = codec.toForm(value) as Record<string, unknown>;
        const read = writeBack(codec, { ...form, client_id: typed }, value);
        const before = Object.entries(value).filter(([name]) => name !== "client_id");
        expect(
          "value" in read && sameJson(read.value, Object.fromEntries([...before, ["client_id", typed]])),
        ).toBe(true);
      }),
    );
  });
});

describe("a list of objects", () => {
  const codec = objectsCodec({ name: textCodec() }, { orOne: true });
  const items = fc.array(fc.dictionary(names, anything), { minLength: 2, maxLength: 4 });

  it("keeps what its entries' form does not know when they are moved and removed", () => {
    fc.assert(
      fc.property(items, (list) => {
        const value = JSON.parse(JSON.stringify(list)) as unknown[];
        const form = codec.toForm(value);
        if (!Array.isArray(form)) return;
        const turned = codec.toWire(form.toReversed(), value);
        expect("value" in turned && sameJson(turned.value, value.toReversed())).toBe(true);
        const fewer = codec.toWire(form.slice(1), value);
        expect("value" in fewer && sameJson(fewer.value, value.slice(1))).toBe(true);
      }),
    );
  });

  it("keeps the shape that was read, and writes one object for a new one", () => {
    const one = { name: "a", x: 1 };
    const [form] = codec.toForm(one) as object[];
    const renamed = { ...form, name: "b" };
    expect(codec.toWire([renamed], one)).toEqual({ value: { name: "b", x: 1 }, issues: [] });
    expect(codec.toWire([renamed], [one])).toEqual({ value: [{ name: "b", x: 1 }], issues: [] });
    expect(codec.toWire([{ ...codec.blank, name: "n" }], undefined)).toEqual({
      value: { name: "n" },
      issues: [],
    });
    expect(codec.toWire([renamed, codec.blank], one)).toEqual({
      value: [{ name: "b", x: 1 }, {}],
      issues: [],
    });
    expect(codec.toWire([], undefined)).toEqual({ value: undefined });
  });

  it("says in which entry a value can't be read", () => {
    const actions = objectsCodec({ config: jsonCodec });
    expect(actions.toWire([actions.blank, { ...actions.blank, config: "{" }], [])).toMatchObject({
      issues: [{ path: [1, "config"], message: expect.stringContaining("Invalid JSON.") }],
    });
  });
});

// Cause: Enter in a list's last row adds one, and the empty row was sent, and refused. Law: an empty row is no
// value; where a list may have none, which may mean all, empty rows alone are refused as before.
describe.each([
  ["texts", textsCodec, ["a"], ["", ""]],
  ["needed texts", neededTextsCodec, ["a"], []],
  ["wrapped texts", wrappedTextsCodec(), { value: "a" }, []],
])("an empty row of %s", (_, codec, sent, none) => {
  it("is not sent", () => {
    expect(codec.toWire(["", "a", ""], undefined)).toEqual({ value: sent });
    expect(codec.toWire(["a", ""], sent)).toEqual({ value: sent });
    expect(codec.toWire(["", ""], undefined)).toEqual({ value: none });
  });
});

describe("wrapped texts", () => {
  it("are written in the shape that was read", () => {
    const codec = wrappedTextsCodec();
    expect(codec.toWire(["a"], undefined)).toEqual({ value: { value: "a" } });
    expect(codec.toWire(["a"], { value: "b" })).toEqual({ value: { value: "a" } });
    expect(codec.toWire(["a"], [{ value: "b" }])).toEqual({ value: [{ value: "a" }] });
    expect(codec.toWire(["a", "b"], { value: "b" })).toEqual({ value: [{ value: "a" }, { value: "b" }] });
    expect(codec.toForm({ value: "b", more: 1 })).toEqual({ $json: expect.any(String) });
  });
});

describe("entries", () => {
  it("refuse a name that stands twice and a value without a name, at their row; blank rows are dropped", () => {
    const rows = [
      { name: "x-a", value: "1" },
      { name: "", value: "" },
      { name: "", value: "2" },
      { name: " x-a", value: "3" },
    ];
    expect(entriesCodec.toWire(rows)).toMatchObject({
      issues: [
        { path: [2], message: "Enter a name, or remove the row." },
        { path: [3], message: "same name as row 1. Names must be unique" },
      ],
    });
    expect(entriesCodec.toWire(rows.slice(0, 2))).toEqual({ value: { "x-a": "1" }, issues: [] });
  });
});

describe("secret", () => {
  it("never holds the stored one, and keeps, replaces or clears it", () => {
    expect(JSON.stringify(secretCodec.toForm("hush"))).not.toContain("hush");
    expect(secretCodec.toWire({ mode: "keep", text: "" }, "hush")).toEqual({ value: "hush" });
    expect(secretCodec.toWire({ mode: "keep", text: "" }, undefined)).toEqual({ value: undefined });
    expect(secretCodec.toWire({ mode: "replace", text: "new" }, "hush")).toEqual({ value: "new" });
    expect(secretCodec.toWire({ mode: "replace", text: "" }, "hush")).toHaveProperty("problem");
    expect(secretCodec.toWire({ mode: "clear", text: "" }, "hush")).toEqual({ value: null });
  });
});

describe("optional fields of a new object", () => {
  it("are left out until something is chosen", () => {
    const codec = objectCodec({
      ...member,
      on: flagCodec(true),
      size: numberCodec("integer", { optional: true }),
      add: entriesCodec,
    });
    expect(codec.toWire(codec.toForm(undefined), undefined)).toEqual({ value: {}, issues: [] });
    const form = codec.toForm(undefined) as object;
    expect(codec.toWire({ ...form, on: false, size: "3" }, undefined)).toEqual({
      value: { on: false, size: 3 },
      issues: [],
    });
  });
});
