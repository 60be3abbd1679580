import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Route } from "#contract/route.ts";
import { renderInApp } from "#testing/render.tsx";
import { DeleteRouteDialog } from "./route-dialog.tsx";

const route = (id: string, match: string, modules: object = {}) =>
  ({ id, match, match_type: "path_prefix", ...modules }) as Route;
const oauth = { enabled: true, provider: { github: { teams: ["acme/ops"] } } };

function ask(next: Route) {
  const gone = route("edghtsrt_1", "/admin", { oauth });
  const edge = { id: "edghts_1", hostports: ["a.example:443", "b.example:443"], routes: [gone, next] };
  renderInApp(<DeleteRouteDialog edge={edge} route={gone} onClose={() => {}} />);
}

// Cause: the dialog said only that other modules apply. Law: what opens a route is said in numbers first.
it("says that a route’s paths become open where the next route asks for nothing", async () => {
  ask(route("edghtsrt_2", "/"));
  expect(await screen.findByText("2 addresses become open to anyone")).toBeDefined();
  expect(screen.getByText("b.example/admin")).toBeDefined();
});

it("says nothing of it where the next route asks for the same", async () => {
  ask(route("edghtsrt_2", "/", { oauth }));
  expect(await screen.findByText(/This affects 2 addresses/)).toBeDefined();
  expect(screen.queryByText(/open to anyone/)).toBeNull();
});
