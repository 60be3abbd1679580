import type { RouteObject } from "react-router-dom";
import { expect, it } from "vitest";
import { paths } from "#resources/paths.ts";
import { routes } from "./router.tsx";

const patterns = (list: readonly RouteObject[]): string[] =>
  list.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...patterns(children ?? [])]);

it("routes every path of the console, and nothing else but the page of what is unknown", () => {
  expect(patterns(routes).toSorted()).toEqual(["*", ...Object.values(paths)].toSorted());
});

// Cause: the page of a rollout logged "Matched leaf route … does not have an element or Component" in development.
// Law: every route that a path ends at has something to show.
it("has a page for every route that a path ends at", () => {
  const bare = (list: readonly RouteObject[]): unknown[] =>
    list.flatMap((route) => [
      ...(route.path !== undefined && !route.lazy && !route.Component ? [route.path] : []),
      ...bare(route.children ?? []),
    ]);
  expect(bare(routes)).toEqual([]);
});
