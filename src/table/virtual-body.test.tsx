import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import type { Column } from "./column.ts";
import { ResourceTable } from "./resource-table.tsx";

const PX = 36;
const COUNT = 1000;
type Row = { id: string };
const ROWS: Row[] = Array.from({ length: COUNT }, (_, index) => ({ id: `row-${index}` }));

/** How often each row was rendered, by id. */
const renders = new Map<string, number>();
const COLUMNS: Column<Row>[] = [
  {
    id: "name",
    head: "Name",
    width: "1fr",
    place: "lead",
    cell: ({ id }) => {
      renders.set(id, (renders.get(id) ?? 0) + 1);
      return <a href={`#${id}`}>{id}</a>;
    },
  },
];

const table = (rows: readonly Row[]) => (
  <ResourceTable
    label="Rows"
    rows={rows}
    total={rows.length}
    columns={COLUMNS}
    density="comfortable"
    sort={[]}
    onSort={() => undefined}
  />
);

async function shown() {
  const view = renderInApp(table(ROWS));
  await waitFor(() => expect(rows().length).toBeLessThan(60));
  return view;
}

const body = () => screen.getByRole("table").querySelector("tbody")!;
const rows = () => [...body().querySelectorAll<HTMLElement>("tr")];
const indexOf = (row: HTMLElement | undefined) => Number(row?.dataset["index"]);

function scrollTo(y: number) {
  vi.spyOn(window, "scrollY", "get").mockReturnValue(y);
  act(() => void fireEvent.scroll(window));
}

afterEach(() => vi.restoreAllMocks());

it("rows are in the flow below one padding, and have no style of their own", async () => {
  // Cause: each row had its own transform, so the browser kept the styles of every cell it ever showed apart, and a frame of
  // scrolling cost more with every row seen (5 → 27 ms). Law: decisions/console/virtual-rows.md.
  await shown();
  scrollTo(500 * PX);
  await waitFor(() => expect(screen.getByText("row-500")).toBeTruthy());
  expect(rows().filter((row) => row.getAttribute("style"))).toEqual([]);
  expect(body().style.paddingTop).toBe(`${indexOf(rows()[0]) * PX}px`);
  expect(body().style.height).toBe(`${COUNT * PX}px`);
  const indexes = rows().map(indexOf);
  expect(indexes).toEqual(indexes.map((_, at) => indexes[0]! + at));
});

it("the row with the focus stays, as far from the others as it is in the list", async () => {
  // Law: whoever scrolls away from what has the focus finds it where it was.
  await shown();
  act(() => screen.getByText("row-2").focus());
  scrollTo(500 * PX);
  await waitFor(() => expect(screen.getByText("row-500")).toBeTruthy());
  const [kept, next] = rows();
  expect(indexOf(kept)).toBe(2);
  expect(document.activeElement).toBe(screen.getByText("row-2"));
  expect(body().style.paddingTop).toBe(`${2 * PX}px`);
  expect(next?.style.marginTop).toBe(`${(indexOf(next) - 3) * PX}px`);
});

it("scrolling renders the rows that come into sight, and no other", async () => {
  // Law: a row renders again only when it changed.
  await shown();
  scrollTo(500 * PX);
  await waitFor(() => expect(screen.getByText("row-500")).toBeTruthy());
  renders.clear();
  scrollTo(504 * PX);
  await waitFor(() => expect(screen.getByText("row-530")).toBeTruthy());
  expect([...renders.values()]).toEqual([1, 1, 1, 1]);
});

it("a list that changes asks the rows in sight for their ids, and no other", async () => {
  // Cause: every row was asked whenever a filter changed, half of the longest task of a list of 100,000. Law: in a layout where
  // all rows are as high, no row out of sight costs anything.
  const asked = new Set<number>();
  const asking = (count: number): Row[] =>
    Array.from({ length: count }, (_, index) => ({
      get id() {
        asked.add(index);
        return `row-${index}`;
      },
    }));
  function Changing() {
    const [now, setNow] = useState(() => asking(COUNT));
    return (
      <>
        <button type="button" onClick={() => setNow(asking(COUNT - 1))}>
          Filter
        </button>
        {table(now)}
      </>
    );
  }
  renderInApp(<Changing />);
  await waitFor(() => expect(rows().length).toBeLessThan(60));
  asked.clear();
  fireEvent.click(screen.getByRole("button", { name: "Filter" }));
  await waitFor(() => expect(body().style.height).toBe(`${(COUNT - 1) * PX}px`));
  expect(rows().length).toBeGreaterThan(0);
  expect([...asked].toSorted((a, b) => a - b)).toEqual(rows().map(indexOf));
});
