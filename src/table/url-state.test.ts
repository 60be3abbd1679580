import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  parseTableState,
  shareParts,
  writeTableState,
  type TableSchema,
  type TableState,
} from "./url-state.ts";

const schema: TableSchema = {
  facets: ["os", "region"],
  sortable: ["state", "agent", "version"],
  defaultSort: { column: "state", descending: false },
};

const values = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20, unit: "binary" }), {
  minLength: 1,
  maxLength: 5,
});
const state: fc.Arbitrary<TableState> = fc.record({
  search: fc.string({ maxLength: 50, unit: "grapheme" }),
  filters: fc.record({ os: values, region: values }, { requiredKeys: [] }),
  sort: fc.uniqueArray(fc.record({ column: fc.constantFrom(...schema.sortable), descending: fc.boolean() }), {
    minLength: 1,
    selector: ({ column }) => column,
  }),
  columns: fc.option(fc.uniqueArray(fc.stringMatching(/^[\w-]{1,40}$/), { minLength: 1, maxLength: 8 })),
  density: fc.constantFrom("comfortable", "compact"),
  open: fc.option(fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" })),
});
const read = (text: string) => parseTableState(new URLSearchParams(text), schema);

describe("table state in the URL", () => {
  it("comes back as it was written, through text, with foreign parameters kept", () => {
    fc.assert(
      fc.property(state, (written) => {
        const text = writeTableState(new URLSearchParams("tab=x&os=old"), schema, written).toString();
        expect(read(text)).toEqual(written);
        expect(new URLSearchParams(text).get("tab")).toBe("x");
      }),
    );
  });

  it("reads anything, and what it read is stable", () => {
    const params = fc.array(
      fc.tuple(
        fc.constantFrom("q", "sort", "os", "region", "columns", "density", "open", "zzz"),
        fc.string({ maxLength: 400 }),
      ),
    );
    fc.assert(
      fc.property(params, (pairs) => {
        const first = parseTableState(new URLSearchParams(pairs), schema);
        expect(first.sort.length).toBeGreaterThan(0);
        for (const { column } of first.sort) expect(schema.sortable).toContain(column);
        expect(read(writeTableState(new URLSearchParams(), schema, first).toString())).toEqual(first);
      }),
    );
  });

  const byDefault = read("");
  const asc = (column: string) => ({ column, descending: false });
  it.each([
    ["sort=nope", {}],
    ["sort=-", {}],
    ["sort=,,-agent,agent,nope,version", { sort: [{ column: "agent", descending: true }, asc("version")] }],
    ["os=&os=linux&os=linux", { filters: { os: ["linux"] } }],
    ["columns=,a b,os,os", { columns: ["os"] }],
    ["columns=&density=huge&open=", {}],
  ])("takes %s for what it means", (text, expected) => {
    expect(read(text)).toEqual({ ...byDefault, ...expected });
  });

  it("leaves defaults out of the URL", () => {
    const text = writeTableState(new URLSearchParams(), schema, read("")).toString();
    expect(text).toBe("");
  });

  // Cause: each search that entered the URL gave `sort` a new identity, and 100 000 rows were sorted again. Law: 50 ms
  // a key.
  it("keeps the identity of what did not change", () => {
    fc.assert(
      fc.property(state, state, (before, after) => {
        const shared = shareParts(before, structuredClone(after));
        expect(shared).toEqual(after);
        const searched = shareParts(before, structuredClone({ ...before, search: `${before.search}x` }));
        expect(searched.sort).toBe(before.sort);
        expect(searched.filters).toBe(before.filters);
        expect(searched.columns).toBe(before.columns);
        expect(shareParts(before, structuredClone(before))).toBe(before);
      }),
    );
  });
});

describe("a facet with a fixed choice", () => {
  const fixed: TableSchema = { ...schema, facets: ["behind", "os"], fixed: { behind: ["yes", "no"] } };

  it("keeps only values there are; an open facet keeps any, also one that no row has now", () => {
    // Cause: ?kind=ssh stayed as a chip over an empty table. Law: whatever a URL holds degrades to defaults.
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom("yes", "no"), fc.string({ maxLength: 9 }))), (all) => {
        const params = new URLSearchParams(all.map((value) => ["behind", value]));
        params.append("os", "plan9");
        const { filters } = parseTableState(params, fixed);
        const known = [...new Set(all.filter((value) => value === "yes" || value === "no"))];
        expect(filters["behind"]).toEqual(known.length > 0 ? known : undefined);
        expect(filters["os"]).toEqual(["plan9"]);
      }),
    );
  });
});
