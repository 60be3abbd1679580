import { act, screen, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { holdDrafts } from "#edges/drafts.ts";
import { href, paths } from "#resources/paths.ts";
import { freshRoute } from "#testing/edited-module.tsx";
import { reloadIsAsked } from "#testing/reload-asked.ts";
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
  // Cause: while a route was typed, the page said "as of 50 s ago" as if it were read again. Law: what is held says so.
  expect(await screen.findByText(/^as of /)).toBeDefined();
  const panels = async () =>
    (await screen.findAllByRole("heading", { level: 2 })).map(({ textContent }) => textContent);
  await user.click(await screen.findByRole("button", { name: "Add Compression" }));
  expect(screen.getByText("refresh paused")).toBeDefined();
  const order = (titles: (string | null)[]) =>
    ["Requests", "Backend", "Compression", "Add module"].map((title) => titles.indexOf(title));
  const before = order(await panels());
  expect(before).toEqual(before.toSorted((a, b) => a - b));
  expect(before).not.toContain(-1);
  expect(screen.queryByRole("button", { name: "Add Backend" })).toBeNull();
  expect(screen.getByText("No backend")).toBeDefined();
  // Cause: groups came in the order of the kinds that were left, so one moved once its first was added. Law: nothing moves
  // under the hand.
  const groups = () =>
    within(screen.getByRole("region", { name: "Add module" }))
      .getAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent);
  const inGroups = groups();
  await user.click(screen.getByRole("button", { name: "Add IP restriction" }));
  expect(groups()).toEqual(inGroups);
  // Cause: after "Remove" the focus fell to the page. Law: it goes to the next block, or to what adds one.
  await user.click(screen.getByRole("button", { name: "Remove IP restriction" }));
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Add /);

  // Cause: a panel, a suggestion and the save bar all said that there was no backend. Law: a fact is said once, where it is mended.
  expect(screen.queryByRole("region", { name: "Needs attention" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Add backend" }));
  // Cause: it was a suggestion. Law: where requests fail, the heading says so.
  const suggestions = within(await screen.findByRole("region", { name: "Needs attention" }));
  expect(suggestions.getByText("No backend")).toBeDefined();
  expect(order(await panels())).toEqual(before);
  expect(screen.getAllByText("No backend")).toHaveLength(2);
  expect(screen.queryByText("No backend selected")).toBeNull();
  await user.type(
    await screen.findByRole("combobox", { name: "Backend" }),
    "bkdtg_0000000000000000000000000",
  );
  expect(screen.queryByText("No backend")).toBeNull();
  // Cause: that a route without a login is open was said only once it was. Law: who may connect is said before it is saved.
  expect(screen.getByText("Anyone can connect")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Add Webhook verification" }));
  expect(screen.queryByText("Anyone can connect")).toBeNull();
});

// Cause: a route that was being restored differed from nothing it started from, so a reload lost it without a word. Law:
// nothing that is in memory alone is lost without asking.
it("a route that is restored is not lost by a reload, also before anything is typed", async () => {
  const { owner } = await freshRoute(service);
  const client = createQueryClient();
  const reload = () => (reloadIsAsked() ? "asks" : "reloads");
  const open = () =>
    renderInApp(null, {
      client,
      path: href.routeNew(owner.edgeId),
      routes: [{ path: paths.routeNew, Component }],
    });
  const empty = open();
  await screen.findByLabelText("Path");
  expect(reload()).toBe("reloads");
  empty.unmount();
  holdDrafts(client, owner.edgeId, [
    { body: { match_type: "exact_path", match: "/hook" }, missing: ["webhook_verification"] },
  ]);
  open();
  await screen.findByDisplayValue("/hook");
  expect(reload()).toBe("asks");
});

// Cause: "Compression removed · Undo" outlived the form, and then did nothing. Law: no message outlives what its action can do.
it("what was removed from a new route can be undone until the form is left", async () => {
  const { owner } = await freshRoute(service);
  const { user, router } = renderInApp(null, {
    path: href.routeNew(owner.edgeId),
    routes: [
      { path: paths.routeNew, Component },
      { path: paths.keys, element: <h1>Keys</h1> },
    ],
  });
  const takeOut = async () => user.click(await screen.findByRole("button", { name: /^Remove Compression/ }));
  await user.click(await screen.findByRole("button", { name: "Add Compression" }));
  await takeOut();
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await takeOut();
  await screen.findByText("Compression removed");
  await act(() => router.navigate(href.keys()));
  await screen.findByRole("heading", { name: "Keys" });
  expect(screen.queryByText("Compression removed")).toBeNull();
});
