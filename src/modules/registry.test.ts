import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findContract } from "#contract/modules/contracts.ts";
import { diff } from "#forms/diff.ts";
import { sameJson, type JsonObject } from "#forms/json.ts";
import { moduleOf, MODULES } from "./registry.ts";

describe.each(Object.values(MODULES))("$kind", (definition) => {
  const [owner = "route"] = definition.owners;
  const contract = findContract(owner, definition.kind);
  if (!contract) throw new Error(`No owner has ${definition.kind}.`);
  const names = definition.fields.map(({ name }) => name);
  const anything = fc.jsonValue({ maxDepth: 2 });
  const known = fc.oneof(fc.double(), fc.nat(), fc.boolean(), fc.constant(null), fc.string(), anything);

  /** Known fields with any value or none, and fields that the kind does not know. */
  const loaded = fc
    .tuple(
      fc.record(Object.fromEntries(names.map((name) => [name, known])), { requiredKeys: [] }),
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor")), anything),
    )
    .map(([fields, unknown]) => Object.fromEntries([...Object.entries(unknown), ...Object.entries(fields)]))
    .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

  it("load → form → request is the identity, unknown and absent fields included", () => {
    fc.assert(
      fc.property(loaded, (value) => {
        const { request } = definition.toDraft(definition.toForm(value), value);
        expect(sameJson(request, value)).toBe(true);
      }),
    );
  });

  it("the defaults and the contract's example are valid as they are", () => {
    for (const value of [definition.defaults, contract.example as JsonObject]) {
      const draft = definition.toDraft(definition.toForm(value), null);
      expect(draft.issues).toEqual([]);
      expect(
        diff(contract.toAnswer(contract.request.parse(draft.request)), contract.toAnswer(value)),
      ).toEqual([]);
    }
  });

  it("has a field for everything its contract lets be sent", () => {
    expect(names.toSorted()).toEqual(Object.keys(definition.defaults).toSorted());
  });

  it("says something of any value", () => {
    fc.assert(
      fc.property(loaded, (value) => {
        for (const { name, show } of definition.fields) expect(show(value[name])).toBeTypeOf("string");
        expect(definition.summary(value)).toMatch(/^[A-Z]/);
      }),
    );
    expect(definition.summary(definition.defaults)).toMatch(/^[A-Z]/);
  });
});

describe("registry", () => {
  it("knows no kind that is only a property of every object", () => {
    expect(moduleOf("constructor")).toBeUndefined();
    expect(moduleOf("__proto__")).toBeUndefined();
    expect(moduleOf("circuit_breaker")?.title).toBe("Circuit breaker");
  });
});
