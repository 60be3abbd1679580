import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyHeaderRules, variablesOf } from "./header-rules.ts";

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,11}$/);
const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
const header = fc.record({ name, value });
const rules = fc.record({ add: fc.dictionary(name, value), remove: fc.array(name, { maxLength: 4 }) });

describe("applyHeaderRules", () => {
  it("removes exactly the named ones in any case, keeps the others in order, then adds all of add", () => {
    fc.assert(
      fc.property(rules, fc.array(header), ({ add, remove }, headers) => {
        const wild = remove.map((text, index) => (index % 2 ? text.toUpperCase() : text.toLowerCase()));
        const fates = applyHeaderRules({ add, remove: wild }, headers);
        const gone = new Set(remove.map((text) => text.toLowerCase()));
        const of = (fate: string) =>
          fates.filter((one) => one.fate === fate).map(({ name, value }) => ({ name, value }));
        expect(of("removed")).toEqual(headers.filter((one) => gone.has(one.name.toLowerCase())));
        expect(of("kept")).toEqual(headers.filter((one) => !gone.has(one.name.toLowerCase())));
        expect(of("added")).toEqual(Object.entries(add).map(([name, value]) => ({ name, value })));
      }),
    );
  });
});

describe("variablesOf", () => {
  it("finds each variable of a value", () => {
    expect(variablesOf("a ${.region} b ${.conn.client_ip}")).toEqual([".region", ".conn.client_ip"]);
    expect(variablesOf("$region {.x} ${x}")).toEqual([]);
  });
});
