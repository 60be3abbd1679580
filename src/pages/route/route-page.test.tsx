import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { request } from "#api/client.ts";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { getConnection, setConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { href, paths } from "#resources/paths.ts";
import { TunnelGroupBackend } from "#contract/backend.ts";
import { HttpsEdge } from "#contract/edge.ts";
import { IpPolicy } from "#contract/ip-policy.ts";
import { Route } from "#contract/route.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { Component as EdgesPage } from "../edges/edges-page.tsx";
import { Component as EdgePage } from "../edge/edge-page.tsx";
import { Component } from "./route-page.tsx";

const service = connectedService();

const routes = [
  { path: paths.edges, Component: EdgesPage },
  { path: paths.httpsEdge, Component: EdgePage },
  { path: paths.route, Component },
  { path: paths.routeModule, element: <h1>The module</h1> },
];

describe("edges", () => {
  it("teach how to make one with curl, the key a placeholder", async () => {
    renderInApp(null, { path: href.edges(), routes });
    expect(await screen.findByRole("heading", { name: "No edges yet" })).toBeDefined();
    const command = screen.getByText(/ curl -X POST/);
    expect(command.textContent).toContain("Bearer $GATEHOUSE_API_KEY");
    expect(command.textContent).toContain(`${service.origin}/api/edges/https`);
    expect(document.body.textContent).not.toContain(service.key);
  });

  it("lead from the list to the edge, to the route and its modules", async () => {
    const edge = await request({
      method: "POST",
      path: "/edges/https",
      body: { hostports: ["app.northwind.example:443"] },
      answer: HttpsEdge,
    });
    await request({
      method: "POST",
      path: `/edges/https/${edge.id}/routes`,
      body: {
        match_type: "path_prefix",
        match: "/dispatch",
        circuit_breaker: { enabled: false, tripped_duration: 30 },
        user_agent_filter: { enabled: false, deny: ["curl"] },
      },
      answer: Route,
    });
    const { user, router } = renderInApp(null, { path: href.edges(), routes });
    await user.click(await screen.findByRole("link", { name: "app.northwind.example" }));
    expect(await screen.findByText("Path prefix")).toBeDefined();
    expect(screen.getByText("Circuit breaker off")).toBeDefined();
    await user.click(screen.getByRole("link", { name: "/dispatch" }));
    expect(await screen.findByRole("heading", { name: "app.northwind.example/dispatch" })).toBeDefined();
    const panel = within(await screen.findByRole("region", { name: "Modules" }));
    expect(panel.getByText("0 on, 2 off")).toBeDefined();
    expect(panel.getByText("No backend. Requests fail.")).toBeDefined();
    // Cause: a guard that was set and off took the place of "Anyone can connect". Law: what is off keeps nobody out.
    expect(panel.getByText("Anyone can connect")).toBeDefined();
    // Cause: a line that said Off had the note "… is off", and so had the suggestions. Law: a fact is said once, where it is mended.
    expect(panel.getByRole("button", { name: /^Turn on User agent filter/ })).toBeDefined();
    expect(screen.queryByText("User agent filter is off")).toBeNull();
    expect(panel.getByText("Trips at 50 % errors, from 20 requests in 10 s. Waits 30 s.")).toBeDefined();
    await user.click(panel.getByRole("link", { name: "Edit Circuit breaker" }));
    expect(router.state.location.pathname).toMatch(/\/circuit_breaker$/);
  });

  // Cause: no page of a route had the URL that a visitor opens. Law: it is there to open and copy, at the port where the edge listens.
  it("lead a visitor to the URL of a route", async () => {
    const hostports = ["*.shop.example:443", "shop.example:443"];
    const edge = await request({
      method: "POST",
      path: "/edges/https",
      body: { hostports },
      answer: HttpsEdge,
    });
    const path = `/edges/https/${edge.id}/routes`;
    const body = { match_type: "path_prefix", match: "/cart" };
    const { id } = await request({ method: "POST", path, body, answer: Route });
    const client = createQueryClient();
    const baseUrl = getConnection()?.baseUrl ?? "";
    const served = { baseUrl, edge: { unapplied: [], httpsPort: 5212 } };
    client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, ...served });
    renderInApp(null, { path: href.route(edge.id, id), routes, client });
    const link = await screen.findByRole("link", { name: /^https:\/\/shop\.example:5212\/cart/ });
    expect(link.getAttribute("href")).toBe("https://shop.example:5212/cart");
    expect(screen.getByRole("button", { name: "Copy URL" })).toBeDefined();
  });

  it("turn a module off and on in its line, undo that, and tell what contradicts", async () => {
    const hostports = ["lint.northwind.example:443"];
    const edge = await request({
      method: "POST",
      path: "/edges/https",
      body: { hostports },
      answer: HttpsEdge,
    });
    const breaker = { volume_threshold: 4, error_threshold_percentage: 0.5 };
    const body = { match_type: "path_prefix", match: "/", circuit_breaker: breaker };
    const routesPath = `/edges/https/${edge.id}/routes`;
    const { id } = await request({ method: "POST", path: routesPath, body, answer: Route });
    const stored = async () =>
      (await request({ method: "GET", path: `${routesPath}/${id}`, answer: Route })).circuit_breaker;
    const { user, router } = renderInApp(null, { path: href.route(edge.id, id), routes });
    await screen.findByRole("region", { name: "Suggestions" });
    const findings = () => within(screen.getByRole("region", { name: "Suggestions" }));
    // Cause: title, modules and suggestions all said it. Law: a fact is said once, where it is mended.
    expect(findings().queryByText("No backend")).toBeNull();
    expect(findings().getByText("Breaker trips early")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Turn off Circuit breaker" }));
    expect(
      await screen.findByText("Turned off circuit breaker on lint.northwind.example/", {
        selector: "output span",
      }),
    ).toBeDefined();
    expect(await stored()).toMatchObject({ ...breaker, enabled: false });
    expect(screen.getByText("0 on, 1 off")).toBeDefined();
    expect(screen.queryByText("Breaker trips early")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("1 on")).toBeDefined();
    expect(await stored()).toMatchObject({ ...breaker, enabled: true });
    await user.click(findings().getByRole("link", { name: "Circuit breaker: Volume threshold" }));
    expect(router.state.location.pathname).toMatch(/\/circuit_breaker$/);
    expect(router.state.location.search).toBe("?field=volume_threshold");
  });

  // Cause: the backend of a route was a raw id on its page (picture 16). Law: what a module names is shown by its name, and leads there.
  it("name the backend and the policies of a route", async () => {
    const labels = { app: "dispatch" };
    const group = { description: "Dispatch app", labels };
    const backends = "/backends/tunnel_group";
    const backend = await request({
      method: "POST",
      path: backends,
      body: group,
      answer: TunnelGroupBackend,
    });
    const office = { description: "Office" };
    const policy = await request({ method: "POST", path: "/ip_policies", body: office, answer: IpPolicy });
    const hostports = ["named.northwind.example:443"];
    const path = "/edges/https";
    const edge = await request({ method: "POST", path, body: { hostports }, answer: HttpsEdge });
    const body = {
      match_type: "path_prefix",
      match: "/",
      backend: { backend_id: backend.id },
      ip_restriction: { ip_policy_ids: [policy.id] },
    };
    const { id } = await request({ method: "POST", path: `${path}/${edge.id}/routes`, body, answer: Route });
    renderInApp(null, { path: href.route(edge.id, id), routes });
    const panel = within(await screen.findByRole("region", { name: "Modules" }));
    const [ofBackend, ofPolicy] = [
      await panel.findByRole("link", { name: "Dispatch app" }),
      await panel.findByRole("link", { name: "Office" }),
    ];
    expect(ofBackend.getAttribute("href")).toContain(backend.id);
    expect(ofPolicy.getAttribute("href")).toContain(policy.id);
    expect(document.body.textContent).not.toContain(backend.id);
    expect(document.body.textContent).not.toContain(policy.id);
  });

  // Cause: a message took the name of the edge as it was at the click, its bare id while the edge was still being read. Law: a
  // message names things as the page does.
  it("name the edge in a message as the page does by then", async () => {
    const hostports = ["late.northwind.example:443"];
    const edge = await request({
      method: "POST",
      path: "/edges/https",
      body: { hostports },
      answer: HttpsEdge,
    });
    const body = { match_type: "path_prefix", match: "/", compression: {} };
    const routesPath = `/edges/https/${edge.id}/routes`;
    const { id } = await request({ method: "POST", path: routesPath, body, answer: Route });
    const gates = ["edge", "put"].map(() => {
      let open = () => undefined as void;
      const opened = new Promise<void>((resolve) => (open = resolve));
      return { opened, open };
    });
    const [edgeGate, putGate] = gates as [(typeof gates)[0], (typeof gates)[0]];
    const real = globalThis.fetch;
    vi.stubGlobal("fetch", async (...args: Parameters<typeof fetch>) => {
      const [url, init] = args;
      const { pathname } = new URL(url instanceof Request ? url.url : url, window.location.href);
      if (pathname.endsWith(`/edges/https/${edge.id}`)) await edgeGate.opened;
      if (init?.method === "PUT") await putGate.opened;
      return real(...args);
    });
    try {
      const { user } = renderInApp(null, { path: href.route(edge.id, id), routes });
      await user.click(await screen.findByRole("button", { name: "Turn off Compression" }));
      edgeGate.open();
      await screen.findByRole("heading", { name: "late.northwind.example/" });
      putGate.open();
      const toast = await screen.findByText(/^Turned off compression on/, { selector: "output span" });
      expect(toast.textContent).toBe("Turned off compression on late.northwind.example/");
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each([
    [href.httpsEdge("edghts_none"), "No such HTTPS edge"],
    [href.route("edghts_none", "edghtsrt_none"), "No such HTTPS edge"],
  ])("%s says so", async (path, title) => {
    renderInApp(null, { path, routes });
    expect(await screen.findByRole("heading", { name: title })).toBeDefined();
  });

  it("show the failure and what to do while the service is away", async () => {
    setConnection(
      { baseUrl: "http://127.0.0.1:9/api", key: "k", versionHeader: "Service-Version" },
      { remember: false },
    );
    renderInApp(null, { path: href.edges(), routes });
    expect(await screen.findByText("Could not load edges")).toBeDefined();
    expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
  });
});
