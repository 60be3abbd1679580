// Cause: an IP restriction in an account without policies said "No IP policy yet" and led nowhere. Law: no dead end: what a field misses
// is created in it, and what was typed beside it stays.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { HttpsEdge } from "#contract/edge.ts";
import { Route } from "#contract/route.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./route-module-page.tsx";

connectedService();

it("creates the first IP policy in its field, and chooses it", async () => {
  const edge = await request({ method: "POST", path: "/edges/https", body: {}, answer: HttpsEdge });
  const body = { match_type: "path_prefix", match: "/dispatch" };
  const path = `/edges/https/${edge.id}/routes`;
  const route = await request({ method: "POST", path, body, answer: Route });
  const { user } = renderInApp(null, {
    path: href.routeModule(edge.id, route.id, "ip_restriction"),
    routes: [{ path: paths.routeModule, Component }],
  });
  await user.click(await screen.findByRole("button", { name: "Create IP policy" }));
  const dialog = await screen.findByRole("dialog", { name: "New IP policy" });
  await user.type(within(dialog).getByLabelText("Name"), "Offices");
  await user.click(within(dialog).getByRole("button", { name: "Create IP policy" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const entries = await screen.findByRole("list", { name: "IP policies: entries" });
  expect(await within(entries).findByText("Offices")).toBeDefined();
  expect(screen.getByRole("region", { name: "Your changes" }).textContent).toContain("Offices");
});
