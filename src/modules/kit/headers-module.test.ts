import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { own } from "#forms/json.ts";
import { alignHeaders } from "./headers-module.ts";

const name = fc.constantFrom("x-a", "X-A", "X-a", "x-b", "X-B", "Y");
const headers = fc.record(
  { enabled: fc.boolean(), add: fc.dictionary(name, fc.string()), remove: fc.uniqueArray(name) },
  { requiredKeys: [] },
);
const lower = (value: Record<string, unknown>) => ({
  add: Object.entries(value["add"] ?? {})
    .map(([one, text]) => `${one.toLowerCase()}: ${String(text)}`)
    .toSorted(),
  remove: ((value["remove"] ?? []) as string[]).map((one) => one.toLowerCase()),
});

describe("alignHeaders", () => {
  it("changes the case of names alone, loses no header, and spells them as there", () => {
    fc.assert(
      fc.property(headers, headers, (value, like) => {
        const aligned = alignHeaders(value, like);
        expect(lower(aligned)).toEqual(lower(value));
        expect(own(aligned, "enabled")).toBe(value.enabled);
        expect(Object.keys(aligned).toSorted()).toEqual(Object.keys(value).toSorted());
      }),
    );
    const like = { add: { "x-a": "1" }, remove: ["y"] };
    expect(alignHeaders({ add: { "X-A": "2", B: "3" }, remove: ["Y", "z"] }, like)).toEqual({
      add: { "x-a": "2", B: "3" },
      remove: ["y", "z"],
    });
    expect(alignHeaders({ add: null, remove: "odd" }, like)).toEqual({ add: null, remove: "odd" });
  });
});
