// Cause: a URL pasted into the palette led to its edge, and nothing said that no route serves its path. Law: what the edge would answer
// to a pasted URL is said on the page it leads to.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Route } from "#contract/route.ts";
import { href } from "#resources/paths.ts";
import { renderInApp } from "#testing/render.tsx";
import { UnservedPath } from "./unserved-path.tsx";

const route = (match: string, match_type: string, modules = {}) => ({
  id: match,
  match,
  match_type,
  ...modules,
});
const ROUTES = [route("/v1/", "path_prefix"), route("/hook", "exact_path")];
const LOGIN = route("/in", "path_prefix", { oauth: { enabled: true } });

it.each([
  ["https://app.example/jobs?x=1", ROUTES, "No route matches /jobs. Requests to it get a 404."],
  ["app.example:5301/hook/", ROUTES, "No route matches /hook/. Requests to it get a 404."],
  ["https://app.example", ROUTES, "No route matches /. Requests to it get a 404."],
  ["https://app.example/v1/jobs", ROUTES, null],
  ["https://app.example/x/../hook", ROUTES, null],
  ["https://app.example/oauth2/callback?code=1", [...ROUTES, LOGIN], null],
  [
    "https://app.example/oauth2/callback",
    ROUTES,
    "No route matches /oauth2/callback. Requests to it get a 404.",
  ],
  ["app.example", ROUTES, null],
  ["app", ROUTES, null],
  [undefined, ROUTES, null],
  ["https://app.example/jobs", [], null],
])("of %s", async (typed, routes, said) => {
  const edge = { id: "edghts_1", routes: routes as unknown as Route[] };
  const { router } = renderInApp(<UnservedPath edge={edge} />);
  await router.navigate("/", { state: { typed } });
  const note = said === null ? null : await screen.findByText(/^No route matches/);
  expect(note?.textContent ?? null).toBe(said);
  expect(screen.queryByRole("link", { name: "Create route" })?.getAttribute("href")).toBe(
    said === null ? undefined : href.routeNew("edghts_1"),
  );
});
