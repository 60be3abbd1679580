import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { facetCounts, toggleFilter } from "./facet-counts.ts";
import { matcher, nextSort, type RowModel } from "./rows.ts";
import { visibleRows } from "#testing/visible-rows.ts";

type Row = { id: number; name: string; os: string; size: number };
const model: RowModel<Row> = {
  searchText: (row) => `${row.name} ${row.os}`.toLowerCase(),
  facets: [
    { id: "os", label: "OS", valueOf: (row) => row.os },
    { id: "name", label: "Name", valueOf: (row) => row.name },
  ],
  sortKeys: { size: (row) => row.size, name: (row) => row.name, os: (row) => row.os },
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
  sort: fc.uniqueArray(
    fc.record({ column: fc.constantFrom("size", "name", "os"), descending: fc.boolean() }),
    { minLength: 1, selector: ({ column }) => column },
  ),
});

describe("visibleRows", () => {
  it("shows exactly what matches, in the order of the columns, ties by their own order", () => {
    fc.assert(
      fc.property(rows, state, (all, chosen) => {
        const shown = visibleRows(all, model, chosen);
        const matches = matcher(model, chosen);
        expect(shown.toSorted((a, b) => a.id - b.id)).toEqual(all.filter(matches));
        const pairs = shown.slice(1).map((row, n) => [shown[n]!, row] as const);
        const ordered = pairs.every(([a, b]) => {
          const by = chosen.sort.find(({ column }) => a[column] !== b[column]);
          if (!by) return a.id < b.id;
          return by.descending ? a[by.column] > b[by.column] : a[by.column] < b[by.column];
        });
        expect(ordered).toBe(true);
      }),
    );
  });

  const ROUTES = "/reports/2026 eu.example.com/reports";
  // Cause: a URL as a report names it, with a path, matched no row of the list it is in. Law: a search reads a pasted address as the palette does.
  it.each([
    ["https://shop.example/cart?x=1", true],
    ["HTTPS://Shop.Example:443/", true],
    ["tcp://shop.example", true],
    ["https://shop.example:4551/", false],
    ["https://op.example.com/", false],
    // What ends like it is another host.
    ["https://op.example/", false],
    ["10.0.0.0/8", true],
    ["10.0.0.0/9", false],
    // Cause: an address with a path was found with its scheme only. Law: what is found does not hang on how much of a URL was copied.
    ["shop.example/cart", true],
    ["Shop.Example:443/cart?x=1", true],
    ["app:3000/healthz", true],
    ["shop.example:4551/", false],
    ["op.example/", false],
    // What is no address is looked for as it is.
    ["reports/2026", true],
    ["eu.example.com/reports", true],
    ["shop/cart", false],
    ["1.2.3/4", false],
  ])("finds the host of %s: %s", (search, found) => {
    const row = {
      id: 1,
      name: `https://shop.example http://app:3000 10.0.0.0/8 ${ROUTES}`,
      os: "linux",
      size: 1,
    };
    expect(matcher(model, { search, filters: {} })(row)).toBe(found);
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
        for (const [facet, counts] of Object.entries(facetCounts(all, model, chosen))) {
          for (const { value, count } of counts) {
            const alone = { ...chosen, filters: { ...chosen.filters, [facet]: [value] } };
            expect(visibleRows(all, model, alone)).toHaveLength(count);
          }
          for (const value of chosen.filters[facet as "os"] ?? [])
            expect(counts.map((one) => one.value)).toContain(value);
        }
      }),
    );
  });
});

describe("nextSort", () => {
  const asc = (column: string) => ({ column, descending: false });
  const desc = (column: string) => ({ column, descending: true });

  it.each([
    ["another column alone", [asc("a"), asc("b")], "c", false, [asc("c")]],
    ["the only column turns round", [asc("a")], "a", false, [desc("a")]],
    ["one of several decides alone", [asc("a"), asc("b")], "b", false, [asc("b")]],
    ["joins the others", [asc("a")], "b", true, [asc("a"), asc("b")]],
    ["turns round in its place", [asc("a"), asc("b")], "a", true, [desc("a"), asc("b")]],
    ["leaves at the third time", [desc("a"), asc("b")], "a", true, [asc("b")]],
    ["the last never leaves", [desc("a")], "a", true, [asc("a")]],
  ] as const)("%s", (_, sort, column, add, expected) => {
    expect(nextSort(sort, column, add)).toEqual(expected);
  });
});

describe("toggleFilter", () => {
  it("undoes itself and leaves no empty list", () => {
    expect(toggleFilter({}, "os", "linux")).toEqual({ os: ["linux"] });
    expect(toggleFilter({ os: ["linux"] }, "os", "linux")).toEqual({});
    expect(toggleFilter({ os: ["a", "b"], x: ["y"] }, "os", "a")).toEqual({ os: ["b"], x: ["y"] });
  });
});
