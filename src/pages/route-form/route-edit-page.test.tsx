// Cause: "Route saved" named no route, and "only matched / fail" read as two words. Law: messages name what was done to.
import { screen } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetConnection } from "#api/connection.ts";
import { href, paths } from "#resources/paths.ts";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { Component } from "./route-edit-page.tsx";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  forgetConnection();
  await service.close();
});

it("names the route in its messages, and paths in quotes", async () => {
  const { owner } = await freshRoute(service);
  const { user } = renderInApp(null, {
    path: href.routeEdit(owner.edgeId, owner.routeId),
    routes: [{ path: paths.routeEdit, Component }],
  });
  await user.type(await screen.findByLabelText("Path"), "/new");
  expect(screen.getByText(/^Requests that only matched/).textContent).toBe(
    "Requests that only matched “/dispatch” fail. No other route matches them.",
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Route “/dispatch/new” saved", { selector: "output span" })).toBeDefined();
});
