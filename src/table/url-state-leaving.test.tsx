// Cause: the typed search entered the URL 250 ms later by a navigation of its own, which took the place of the one that a
// click had begun meanwhile; and of two quick presses the second started from what the router showed, without the first. Law: what
// the user chose last wins, a late write never undoes it, and a quick one loses nothing.
import { act, screen } from "@testing-library/react";
import { useNavigate } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { useTableState, type TableSchema } from "./url-state.ts";

const schema: TableSchema = {
  facets: [],
  sortable: ["name", "os"],
  defaultSort: { column: "name", descending: false },
};

function List() {
  const { change } = useTableState(schema);
  const navigate = useNavigate();
  const searchAndGo = () => {
    change({ search: "fra" });
    void navigate("/next");
  };
  return (
    <>
      <button type="button" onClick={searchAndGo}>
        Search, then go
      </button>
      <button type="button" onClick={() => change({ search: "fra" })}>
        Search
      </button>
      <button
        type="button"
        onClick={() => change(({ sort }) => ({ sort: [...sort, { column: "os", descending: false }] }))}
      >
        Sort by OS too
      </button>
      <button type="button" onClick={() => change({ density: "compact" })}>
        Compact
      </button>
    </>
  );
}

afterEach(() => vi.useRealTimers());

function show() {
  type Page = { Component: () => string };
  let arrive: (page: Page) => void = () => undefined;
  const next = new Promise<Page>((resolve) => {
    arrive = resolve;
  });
  const routes = [
    { path: "/", Component: List },
    { path: "/next", lazy: () => next },
  ];
  const { router } = renderInApp(null, { path: "/", routes });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return { router, arrive };
}

it("a search typed just before a link is followed does not call the next page back", async () => {
  const { router, arrive } = show();
  await act(async () => screen.getByText("Search, then go").click());
  expect(router.state.navigation.state).toBe("loading");
  await act(() => vi.advanceTimersByTimeAsync(1000));
  await act(async () => arrive({ Component: () => "the next page" }));
  expect(router.state.location.pathname).toBe("/next");
});

it("a search that stays enters the URL when typing rests", async () => {
  const { router } = show();
  await act(async () => screen.getByText("Search", { exact: true }).click());
  expect(router.state.location.search).toBe("");
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(router.state.location.search).toBe("?q=fra");
});

it("two presses in the same moment both count, before the router has shown the first", async () => {
  const { router } = show();
  await act(async () => {
    screen.getByText("Sort by OS too").click();
    screen.getByText("Compact").click();
  });
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    sort: "name,os",
    density: "compact",
  });
});
