import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Column } from "./column.ts";
import { defineTable } from "./define-table.ts";
import { matcher, sortRows } from "./rows.ts";
import { parseTableState } from "./url-state.ts";

type Row = { id: string; text: string | null; size: number };
const look = { head: "Head", width: "1rem", place: "sub" } as const;
const text = fc.constantFrom("Alpha", "alpha", "beta", "", null);
const rows = fc
  .array(fc.record({ text, size: fc.nat(3) }))
  .map((all) => all.map((row, n): Row => ({ ...row, id: `r${n}` })));
const table = (column: Partial<Column<Row>>, more: readonly Column<Row>[] = []) =>
  defineTable<Row>({
    noun: { one: "row", many: "rows" },
    columns: [{ ...look, id: "text", value: (row) => row.text, ...column }, ...more],
    defaultSort: { column: "text", descending: false },
  });

it("orders by the value, by it in lower case, or by a key of its own; ties by id", () => {
  const ways = [
    ["value", (row: Row) => row.text ?? ""],
    ["lower", (row: Row) => (row.text ?? "").toLowerCase()],
    [({ size }: Row) => -size, ({ size }: Row) => -size],
  ] as const;
  fc.assert(
    fc.property(rows, fc.constantFrom(...ways), (all, [sort, keyOf]) => {
      const { model, schema } = table({ sort });
      const sorted = sortRows(all, model, [schema.defaultSort]);
      const pairs = sorted.slice(1).map((row, n) => [sorted[n]!, row] as const);
      for (const [a, b] of pairs)
        expect(keyOf(a) < keyOf(b) || (keyOf(a) === keyOf(b) && a.id < b.id)).toBe(true);
    }),
  );
  expect(table({}).schema.sortable).toEqual([]);
});

it("finds a row by the texts of its columns, in any case, and by no others", () => {
  fc.assert(
    fc.property(rows, fc.constantFrom("ALPHA", "beta", "r1"), (all, search) => {
      const { model } = table({ search: true });
      const found = all.filter(matcher(model, { search, filters: {} }));
      expect(found).toEqual(all.filter((row) => row.text?.toLowerCase() === search.toLowerCase()));
      expect(all.filter(matcher(table({}).model, { search, filters: {} }))).toEqual([]);
    }),
  );
});

it("filters by the columns' values, in the order of their places, then of the columns", () => {
  const size: Column<Row> = {
    ...look,
    id: "size",
    head: "Size",
    facets: [
      { of: ({ size: n }) => (n > 1 ? "big" : "small"), values: ["big", "small"] },
      { id: "first", label: "First", of: () => "x", place: -1 },
    ],
  };
  const { model, schema } = table({ facets: true }, [size]);
  expect(model.facets.map(({ id, label }) => [id, label])).toEqual([
    ["first", "First"],
    ["text", "Head"],
    ["size", "Size"],
  ]);
  const { filters } = parseTableState(new URLSearchParams("size=huge&size=big&text=huge"), schema);
  expect(filters).toEqual({ size: ["big"], text: ["huge"] });
  const valuesOf = (row: Row) => model.facets.map((facet) => facet.valueOf(row));
  expect(valuesOf({ id: "a", text: null, size: 2 })).toEqual(["x", "none", "big"]);
  expect(valuesOf({ id: "b", text: "beta", size: 0 })).toEqual(["x", "beta", "small"]);
});
