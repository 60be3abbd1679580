import { matchRoutes } from "react-router-dom";
import { expect, it } from "vitest";
import { refHref } from "#resources/ref-target.ts";
import { ID_PREFIXES } from "#contract/common.ts";
import { routes } from "./router.tsx";

it("every page that a Ref leads to is a route of the console", () => {
  const uri = "https://api.example/api/edges/https/edghts_1/routes/edghtsrt_1";
  const pages = Object.values(ID_PREFIXES).flatMap((prefix) => refHref({ id: `${prefix}_1`, uri }) ?? []);
  expect(pages.length).toBeGreaterThanOrEqual(8);
  const unrouted = pages.filter((page) => matchRoutes(routes, page)?.at(-1)?.route.path === "*");
  expect(unrouted).toEqual([]);
});
