import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOf } from "#contract/modules/contracts.ts";
import { ROUTE_MODULES } from "#contract/modules/kinds.ts";
import type { JsonObject } from "#forms/json.ts";
import { MODULE_REQUESTS } from "#testing/module-arbitraries.ts";
import { numberCodec } from "./codecs/codec.ts";
import { defineModule } from "#modules/define-module.ts";
import { placeIssues, readDraft, textOf } from "./json-draft.ts";

/** A kind without fields: what the text says and the contract takes is all that counts. */
const kindOf = (kind: (typeof ROUTE_MODULES)[number]) =>
  defineModule({
    contract: contractOf("route", kind),
    defaults: {},
    switch: { on: "" },
    summary: () => "",
    fields: [],
    Fields: () => null,
  });
const breaker = kindOf("circuit_breaker");
const none = { base: null, request: {} };

describe("the JSON tab", () => {
  it.each(ROUTE_MODULES)("loses nothing of any %s, its secrets included", (kind) => {
    const definition = kindOf(kind);
    fc.assert(
      fc.property(MODULE_REQUESTS[kind], (request) => {
        const read = readDraft(definition, textOf(definition, request), { base: null, request });
        expect(read).toEqual({ value: JSON.parse(JSON.stringify(request)), faults: [] });
      }),
      { numRuns: 30 },
    );
  });

  it("keeps fields that nobody knows while they stand as they came, and refuses new ones", () => {
    const base = { tripped_duration: 5, from_the_future: { a: 1 } };
    const before = { base, request: base };
    const change = (more: JsonObject) => readDraft(breaker, JSON.stringify({ ...base, ...more }), before);
    expect(change({ tripped_duration: 6 }).value).toEqual({ ...base, tripped_duration: 6 });
    expect(change({ other: 1 }).faults).toMatchObject([
      { message: expect.stringMatching(/^other: /) as string },
    ]);
    expect(change({ from_the_future: 2 }).faults).toHaveLength(1);
  });

  it("says where the contract refuses", () => {
    const text = '{\n  "enabled": true,\n  "num_buckets": 129\n}';
    expect(readDraft(breaker, text, none).faults).toMatchObject([
      { line: 3, column: 18, message: "num_buckets: must be at most 128." },
    ]);
    expect(readDraft(breaker, "[]", none).faults).toMatchObject([{ line: 1, column: 1 }]);
  });

  // Cause: the JSON tab counted entries from 0, the form from 1. Law: one way to count.
  it("counts entries as the form does", () => {
    const issues = [{ path: ["provider", "github", "teams", 1, "name"], message: "is required" }];
    expect(placeIssues("{}", issues)).toMatchObject([
      { message: "provider.github.teams, entry 2, name: required." },
    ]);
  });

  it("places issues of the service, those of fields that are not there at what is around them", () => {
    const issues = [{ path: ["rolling_window"], message: "is required" }];
    expect(placeIssues("{\n}", issues)).toMatchObject([{ line: 1, column: 1 }]);
  });
});

describe("a draft filled from JSON", () => {
  const definition = defineModule({
    contract: contractOf("route", "circuit_breaker"),
    defaults: { num_buckets: 10 },
    switch: { on: "" },
    summary: () => "",
    fields: [{ name: "num_buckets", label: "Buckets", show: String, codec: numberCodec("integer") }],
    Fields: () => null,
  });

  it("says exactly what the JSON said, whatever the service had", () => {
    const value = fc.dictionary(
      fc.constantFrom("num_buckets", "enabled", "a", "b"),
      fc.jsonValue({ maxDepth: 2 }),
    );
    fc.assert(
      fc.property(value, fc.option(value), (typed, base) => {
        const plain = JSON.parse(JSON.stringify(typed)) as JsonObject;
        expect(definition.toDraft(definition.toForm(plain), plain, base).request).toEqual(plain);
      }),
    );
  });
});
