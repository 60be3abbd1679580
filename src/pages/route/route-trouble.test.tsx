import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { departures } from "#fleet/departures.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./route-page.tsx";

const AT = "2026-01-02T03:04:05Z";
const server = connectedServer();
const ref = (id: string) => ({ id, uri: `/${id}` });
const route = {
  ...ref("edghtsrt_1"),
  edge_id: "edghts_1",
  created_at: AT,
  match_type: "path_prefix",
  match: "/reports",
  backend: { enabled: true, backend: ref("bkdtg_1") },
};

const ONLINE = [{ ...ref("tn_1"), started_at: AT, labels: { app: "reports" }, backends: [ref("bkdtg_1")] }];

/** Opens the page of the route while these tunnels are online, on an edge with these addresses. */
function open(
  tunnels: readonly object[],
  hostports = ["app.example:443"],
  more: Record<string, object> = {},
) {
  const answers: Record<string, object> = {
    "/edges/https/edghts_1/routes/edghtsrt_1": route,
    "/edges/https/edghts_1": {
      ...ref("edghts_1"),
      created_at: AT,
      hostports,
      routes: [route],
    },
    "/backends/tunnel_group/bkdtg_1": {
      ...ref("bkdtg_1"),
      created_at: AT,
      description: "Reports",
      labels: { app: "reports" },
    },
    "/traffic_captures": { traffic_captures: [], uri: "/", next_page_uri: null },
    "/tunnels": { tunnels, uri: "/", next_page_uri: null },
    ...more,
  };
  server.answerWith((request, response) => {
    const answer = answers[request.url?.split("?")[0] ?? ""];
    return (answer ? json(200, answer) : json(404, {}))(request, response);
  });
  renderInApp(null, {
    path: href.route("edghts_1", "edghtsrt_1"),
    routes: [{ path: paths.route, Component }],
  });
}

// Cause: a route without an online agent was shown with a green "On" and "Nothing to fix". Law: a path that serves nothing is shown as
// broken everywhere, its fix a click away.
it("a route without an agent online says that requests fail, and leads to its backend", async () => {
  open([]);
  expect(await within(await screen.findByRole("alert")).findByText(/app=reports/)).toBeDefined();
  expect(screen.getByRole("alert").textContent).toMatch(
    /^Requests fail. Start an agent for “Reports” with the label app=reports.Show backend/,
  );
  // Cause: the page said "No agent online" three times. Law: a fact once where it is the page's, once where it is the module's.
  expect(screen.getAllByText("No agent online").length).toBeLessThanOrEqual(2);
  expect(screen.getByRole("link", { name: "Show backend" }).getAttribute("href")).toBe(
    href.backends("?open=bkdtg_1"),
  );
  expect(screen.queryByText("Nothing to fix")).toBeNull();
  expect(await screen.findByRole("button", { name: "Keep for 1 h" })).toBeDefined();
});

// Cause: which agent a route had lost was said nowhere. Law: what is down names what it went down with.
it("a route without an agent names the one that served it", async () => {
  const session = { id: "ts_1", uri: "", ip: "192.0.2.7", metadata: '{"host":"web-1"}', os: "linux" };
  departures.set([
    {
      session: { ...session, region: "eu", started_at: AT, transport: "service/2" },
      seenAt: Date.now(),
      leftAt: Date.now(),
      served: ONLINE,
    },
  ]);
  open([]);
  expect((await screen.findByRole("link", { name: "web-1" })).getAttribute("href")).toBe(
    href.session("ts_1"),
  );
  expect(screen.getByRole("alert").textContent).toMatch(/web-1 served it until .*\.Show/);
  act(() => departures.set([]));
});

it("a route that serves says so at its head", async () => {
  // Cause: the head of an edge said Online, that of its route nothing. Law: a status is readable at a glance, on every page.
  open(ONLINE);
  const head = (await screen.findByRole("heading", { level: 1, name: "app.example/reports" })).parentElement!;
  expect(await within(head).findByText("Online")).toBeDefined();
});

it("a route of an edge without an address says that nothing can arrive, and leads to the form", async () => {
  // Cause: such a route had no status at all. Law: a path that serves nothing says so, its fix a click away.
  open(ONLINE, []);
  const head = (await screen.findByRole("heading", { level: 1, name: "/reports" })).parentElement!;
  expect(await within(head).findByText("No address")).toBeDefined();
  expect(screen.getByText("It gets no traffic. Add an address.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Add address" }).getAttribute("href")).toBe(
    href.edgeEdit("https", "edghts_1"),
  );
});

// Cause: of several agents behind a route its page said "Check the logs of the app", and not of which. Law: whose app fails is named.
it("a route that several agents serve names the one whose app fails", async () => {
  const session = { ...ref("ts_2"), ip: "192.0.2.7", metadata: '{"host":"second-host"}', os: "linux" };
  const online = { ...session, agent_version: "1.0.0", region: "eu", started_at: AT, transport: "service/2" };
  const failing = { endpoint_id: "ep_1", edge_id: "edghts_1", route_id: "edghtsrt_1", tunnel_id: "tn_2" };
  open([...ONLINE, { ...ONLINE[0], ...ref("tn_2"), tunnel_session: ref("ts_2") }], undefined, {
    "/tunnel_sessions": { tunnel_sessions: [online], uri: "/", next_page_uri: null },
    "/unreachable_apps": {
      uri: "/",
      unreachable_apps: [{ ...failing, error_code: "", status: 500, failed: 4, of: 8, since: AT }],
    },
  });
  expect(
    await screen.findByText(/^The app of second-host fails\. Failures since .* logs of the app\.$/),
  ).toBeDefined();
});

// Cause: "Everything is off" hung under the first guard, beside a backend that was on. Law: what is said of all checks is said of them, and
// what can come through.
it("checks that are all off are warned of once, as who can connect", async () => {
  const off = { enabled: false };
  open(ONLINE, undefined, {
    "/edges/https/edghts_1/routes/edghtsrt_1": {
      ...route,
      oauth: { ...off, provider: { github: {} } },
      user_agent_filter: { ...off, deny: ["curl"] },
    },
  });
  const modules = within(await screen.findByRole("region", { name: "Modules" }));
  const line = modules.getByText("Anyone can connect").closest("li")!;
  expect(line.querySelector("svg")?.getAttribute("class")).toContain("text-warning");
  expect(screen.getAllByText("No check is on")).toHaveLength(1);
  const suggested = within(screen.getByRole("region", { name: "Suggestions" }));
  expect(suggested.getByText("Anyone can connect.")).toBeDefined();
  expect(suggested.getByRole("link", { name: "Open User agent filter" })).toBeDefined();
});
