// Cause: the module of a backend that no agent served was "On" in green, on its page and in the list of its route, beside "No agent online".
// Law: a path that serves nothing is shown as broken everywhere, its fix a click away.
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Component as ModulePage } from "#pages/route-module/route-module-page.tsx";
import { Component as RoutePage } from "#pages/route/route-page.tsx";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";

const server = connectedServer();
const AT = "2026-01-02T03:04:05Z";
const ref = (id: string) => ({ id, uri: `/${id}` });
const backend = { enabled: true, backend: ref("bkdtg_1") };
const route = {
  ...ref("edghtsrt_1"),
  edge_id: "edghts_1",
  created_at: AT,
  match_type: "path_prefix",
  match: "/reports",
  backend,
};
const GROUP = { ...ref("bkdtg_1"), created_at: AT, description: "Reports", labels: { app: "reports" } };
const ONLINE = { ...ref("tn_1"), started_at: AT, labels: { app: "reports" }, backends: [ref("bkdtg_1")] };

function open(path: string, tunnels: readonly object[] = [], apps: readonly object[] = []) {
  const list = { uri: "/", next_page_uri: null };
  const answers: Record<string, object> = {
    "/edges/https/edghts_1/routes/edghtsrt_1": route,
    "/edges/https/edghts_1/routes/edghtsrt_1/backend": backend,
    "/edges/https/edghts_1": { ...ref("edghts_1"), created_at: AT, hostports: ["app.example:443"] },
    "/backends/tunnel_group/bkdtg_1": GROUP,
    "/backends/tunnel_group": { ...list, backends: [GROUP] },
    "/tunnels": { ...list, tunnels },
    "/unreachable_apps": { uri: "/", unreachable_apps: apps },
    "/traffic_captures": { ...list, traffic_captures: [] },
  };
  server.answerWith((request, response) => {
    const answer = answers[request.url?.split("?")[0] ?? ""];
    return (answer ? json(200, answer) : json(404, {}))(request, response);
  });
  renderInApp(null, {
    path,
    routes: [
      { path: paths.route, Component: RoutePage },
      { path: paths.routeModule, Component: ModulePage },
    ],
  });
}
it("its page says that it fails, and how to start an agent", async () => {
  open(href.routeModule("edghts_1", "edghtsrt_1", "backend"));
  const alert = await screen.findByRole("alert");
  expect(await within(alert).findByText(/app=reports/)).toBeDefined();
  expect(alert.textContent).toMatch(
    /^Requests fail\. Start an agent for “Reports” with the label app=reports\./,
  );
  expect(within(alert).getByRole("link", { name: "Add agent" }).getAttribute("href")).toBe(
    href.sessions("?add=&label=app%3Dreports"),
  );
  expect(await screen.findByText("Failing")).toBeDefined();
  expect(screen.queryByText("On")).toBeNull();
});

it("its line on the route says so too", async () => {
  open(href.route("edghts_1", "edghtsrt_1"));
  const modules = within(await screen.findByRole("region", { name: "Modules" }));
  expect(await modules.findByText("Failing")).toBeDefined();
  expect(modules.queryByText("On")).toBeNull();
});

it("with an agent it is on", async () => {
  open(href.routeModule("edghts_1", "edghtsrt_1", "backend"), [ONLINE]);
  expect(await screen.findByText("On")).toBeDefined();
  expect(await screen.findByText("1 agent online")).toBeDefined();
  expect(screen.queryByText("Failing")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

// Cause: a backend whose agent was online was "On" under "App unreachable" and "6 of the last 6 requests to the app failed". Law: above.
it.each([
  ["its page", href.routeModule("edghts_1", "edghtsrt_1", "backend"), ref("edghtsrt_1").id, "Failing", "On"],
  ["its line on the route", href.route("edghts_1", "edghtsrt_1"), ref("edghtsrt_1").id, "Failing", "On"],
  ["of another route, its line", href.route("edghts_1", "edghtsrt_1"), "edghtsrt_2", "On", "Failing"],
])("where the app is unreachable, %s says so", async (_, path, route_id, shown, hidden) => {
  const failed = { failed: 6, of: 6, since: AT, error_code: "ERR_GATEHOUSE_3202", status: null };
  open(
    path,
    [ONLINE],
    [{ endpoint_id: "ep_1", edge_id: "edghts_1", route_id, tunnel_id: "tn_2", ...failed }],
  );
  expect(await screen.findByText(shown)).toBeDefined();
  await vi.waitFor(() => expect(server.seen.some(({ url }) => url?.includes("unreachable_apps"))).toBe(true));
  expect(await screen.findByText(shown)).toBeDefined();
  expect(screen.queryByText(hidden)).toBeNull();
});
