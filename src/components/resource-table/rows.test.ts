import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { facetCounts, matcher, toggleFilter, visibleRows, type RowModel } from "./rows.ts";

type Row = { id: number; name: string; os: string; size: number };
const model: RowModel<Row> = {
  searchText: (row) => `${row.name} ${row.os}`.toLowerCase(),
  facets: [
    { id: "os", label: "OS", valueOf: (row) => row.os },
    { id: "name", label: "Name", valueOf: (row) => row.name },
  ],
  sortKeys: { size: (row) => row.size, name: (row) => row.name },
  tie: (row) => row.id,
};
const rows = fc
  .array(
    fc.record({
      name: fc.constantFrom("Alpha", "beta", "Gamma"),
      os: fc.constantFrom("linux", "windows"),
      size: fc.nat(3),
    }),
  )
  .map((all) => all.map((row, id) => ({ ...row, id })));
const state = fc.record({
  search: fc.constantFrom("", "a", "AL lin", "zzz"),
  filters: fc.record(
    {
      os: fc.subarray(["linux", "plan9"], { minLength: 1 }),
      name: fc.subarray(["Alpha", "beta"], { minLength: 1 }),
    },
    { requiredKeys: [] },
  ),
  sort: fc.record({ column: fc.constantFrom("size", "name"), descending: fc.boolean() }),
});

describe("visibleRows", () => {
  it("shows exactly what matches, in the order of the column, ties by their own order", () => {
    fc.assert(
      fc.property(rows, state, (all, chosen) => {
        const shown = visibleRows(all, model, chosen);
        const matches = matcher(model, chosen);
        expect(shown.toSorted((a, b) => a.id - b.id)).toEqual(all.filter(matches));
        const key = (row: Row) => (chosen.sort.column === "size" ? row.size : row.name);
        const pairs = shown.slice(1).map((row, n) => [shown[n]!, row] as const);
        const ordered = pairs.every(([a, b]) => {
          if (key(a) === key(b)) return a.id < b.id;
          return chosen.sort.descending ? key(a) > key(b) : key(a) < key(b);
        });
        expect(ordered).toBe(true);
      }),
    );
  });

  it("searches every word, in any case", () => {
    const row = { id: 1, name: "Alpha", os: "linux", size: 1 };
    const hit = (search: string) => matcher(model, { search, filters: {} })(row);
    expect(["ALPHA", "lin alp", " "].map(hit)).toEqual([true, true, true]);
    expect(hit("alpha windows")).toBe(false);
  });
});

describe("facetCounts", () => {
  it("tells how many rows each value would show", () => {
    fc.assert(
      fc.property(rows, state, (all, chosen) => {
        const facet = model.facets[0]!;
        for (const { value, count } of facetCounts(all, model, chosen, facet)) {
          const alone = { ...chosen, filters: { ...chosen.filters, os: [value] } };
          expect(visibleRows(all, model, alone)).toHaveLength(count);
        }
      }),
    );
  });
});

describe("toggleFilter", () => {
  it("undoes itself and leaves no empty list", () => {
    expect(toggleFilter({}, "os", "linux")).toEqual({ os: ["linux"] });
    expect(toggleFilter({ os: ["linux"] }, "os", "linux")).toEqual({});
    expect(toggleFilter({ os: ["a", "b"], x: ["y"] }, "os", "a")).toEqual({ os: ["b"], x: ["y"] });
  });
});
