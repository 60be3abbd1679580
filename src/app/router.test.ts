import type { RouteObject } from "react-router-dom";
import { expect, it } from "vitest";
import { paths } from "#resources/paths.ts";
import { routes } from "./router.tsx";

const patterns = (list: readonly RouteObject[]): string[] =>
  list.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...patterns(children ?? [])]);

it("routes every path of the console, and nothing else but the page of what is unknown", () => {
  expect(patterns(routes).toSorted()).toEqual(["*", ...Object.values(paths)].toSorted());
});
