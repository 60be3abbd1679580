import { renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { sortRows, type RowModel } from "./rows.ts";
import { useOrdered } from "./use-ordered.ts";

type Row = { id: number; size: number };
const model: RowModel<Row> = {
  searchText: ({ id }) => `row ${id}`,
  facets: [],
  sortKeys: { id: ({ id }) => id, size: ({ size }) => size },
  tie: ({ id }) => id,
};
const many = (count: number): Row[] =>
  Array.from({ length: count }, (_, id) => ({ id, size: (id * 7) % 10 }));
const up = [{ column: "id", descending: false }];
const bySize = [{ column: "size", descending: true }];

it("a long list keeps the order before until the new one is there; a short one has it at once", async () => {
  // Cause: sorting held the page up. Law: a click on a head is answered at once, and the rows follow.
  const short = renderHook((sort: typeof up) => useOrdered({ rows: SHORT, model, sort }), {
    initialProps: up,
  });
  short.rerender(bySize);
  expect(short.result.current.sorted).toEqual(sortRows(SHORT, model, bySize));
  const long = renderHook((sort: typeof up) => useOrdered({ rows: LONG, model, sort }), { initialProps: up });
  expect(long.result.current.sorted).toEqual(LONG);
  long.rerender(bySize);
  expect(long.result.current.sorted).toEqual(LONG);
  await waitFor(() => expect(long.result.current.sorted).toEqual(sortRows(LONG, model, bySize)));
  expect(long.result.current.texts.slice(0, 2)).toEqual(["row 7", "row 17"]);
});

it("the last of several orders stays, whichever is ready first", async () => {
  // Law: an answer that is late never replaces a newer one.
  const { result, rerender } = renderHook((sort: typeof up) => useOrdered({ rows: LONG, model, sort }), {
    initialProps: up,
  });
  rerender(bySize);
  rerender([{ column: "id", descending: true }]);
  await waitFor(() => expect(result.current.sorted[0]?.id).toBe(LONG.length - 1));
  await new Promise((later) => setTimeout(later, 50));
  expect(result.current.sorted).toEqual(LONG.toReversed());
});

const SHORT = many(100);
const LONG = many(12_000);
