import { screen, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetConnection } from "#api/connection.ts";
import { href, paths } from "#resources/paths.ts";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { Component } from "./route-new-page.tsx";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  forgetConnection();
  await service.close();
});

// Cause: the backend was the last of 14 modules, and its warning had no link and went before one was chosen. Law: what every
// request needs comes first, and is missed until it is chosen.
it("a new route asks for its backend first, until one is chosen", async () => {
  const { owner } = await freshRoute(service);
  const { user } = renderInApp(null, {
    path: href.routeNew(owner.edgeId),
    routes: [{ path: paths.routeNew, Component }],
  });
  const panels = async () =>
    (await screen.findAllByRole("heading", { level: 2 })).map(({ textContent }) => textContent);
  await user.click(await screen.findByRole("button", { name: "Add Compression" }));
  const order = (titles: (string | null)[]) =>
    ["Requests", "Backend", "Compression", "Add module"].map((title) => titles.indexOf(title));
  const before = order(await panels());
  expect(before).toEqual(before.toSorted((a, b) => a - b));
  expect(before).not.toContain(-1);
  expect(screen.queryByRole("button", { name: "Add Backend" })).toBeNull();
  expect(screen.getByText("No backend. Requests will fail.")).toBeDefined();

  const suggestions = within(screen.getByRole("region", { name: "Suggestions" }));
  await user.click(suggestions.getByRole("button", { name: "Add backend" }));
  expect(await screen.findByText("No backend selected")).toBeDefined();
  expect(order(await panels())).toEqual(before);
  expect(screen.getByText("No backend. Requests will fail.")).toBeDefined();
  await user.type(screen.getByRole("combobox", { name: "Backend" }), "bkdtg_0000000000000000000000000");
  expect(screen.queryByText("No backend. Requests will fail.")).toBeNull();
});
