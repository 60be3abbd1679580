import { act, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { forgetConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { TunnelGroupBackend } from "#contract/backend.ts";
import { heldDrafts, holdDrafts } from "#edges/drafts.ts";
import { backends } from "#resources/backends.ts";
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

// Cause: in a narrow window all that a template filled in was below what was seen, and nothing told of it. Law: what was done is said
// where it was asked for.
it("says at the template that was chosen that it filled the form, also after a question", async () => {
  const { owner } = await freshRoute(service);
  const { user } = renderInApp(null, {
    path: href.routeNew(owner.edgeId),
    routes: [{ path: paths.routeNew, Component }],
  });
  const template = (name: RegExp) => screen.findByRole("button", { name });
  const said = () =>
    screen.queryAllByText("Filled in below").map((one) => one.closest("li")?.textContent ?? "");
  await user.click(await template(/Webhook receiver/));
  expect(said()).toEqual([expect.stringContaining("Webhook receiver")]);
  expect(screen.getByText("Filled in below").closest("output")).not.toBeNull();
  await user.type(screen.getByLabelText("Description"), "!");
  await user.click(await template(/Public API with JWT/));
  expect(said()).toEqual([expect.stringContaining("Webhook receiver")]);
  await user.click(await screen.findByRole("button", { name: "Replace" }));
  expect(said()).toEqual([expect.stringContaining("Public API with JWT")]);
});

// Cause: the backend was the last of 14 modules, and its warning had no link and went before one was chosen. Law: what every
// request needs comes first, and is missed until it is chosen.
it("a new route asks for its backend first, until one is chosen", async () => {
  const { owner } = await freshRoute(service);
  const body = { labels: { app: "shop" } };
  const made = await request({ method: "POST", path: backends.path, body, answer: TunnelGroupBackend });
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
  const backend = await screen.findByRole("combobox", { name: "Backend" });
  // Cause: any text or ID counted as a backend, beside "No backend selected" and "Not found". Law: it is missed until one is chosen.
  await user.type(backend, "nosuch");
  expect(screen.getByText("No backend selected")).toBeDefined();
  expect(screen.getAllByText("No backend")).toHaveLength(2);
  await user.clear(backend);
  await user.type(backend, "bkdtg_0000000000000000000000000");
  expect(await screen.findByText("Not found")).toBeDefined();
  expect(screen.getAllByText("No backend")).toHaveLength(2);
  expect(screen.queryByText("Anyone can connect")).toBeNull();
  await user.clear(backend);
  await user.type(backend, made.id);
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

// Cause: the form of a route that is restored went on asking for secrets that were typed or whose module was removed, and "Start empty"
// gave the route up for good, unasked. Law: what is asked for is what is missing, and a half-finished undo stays in sight.
it("a route that is restored asks for the secrets that it lacks, and is not given up by an empty form", async () => {
  const { owner } = await freshRoute(service);
  const client = createQueryClient();
  const verified = { enabled: true, provider: "github" as const };
  const app = { client_id: "c", client_secret: "" };
  holdDrafts(client, owner.edgeId, [
    {
      body: {
        match_type: "exact_path",
        match: "/hook",
        webhook_verification: { ...verified, secret: "" },
        oidc: { enabled: true, issuer: "https://id.example", ...app },
      },
      missing: ["webhook_verification", "oidc"],
    },
    { body: { match_type: "exact_path", match: "/second" }, missing: [] },
  ]);
  const { user } = renderInApp(null, {
    client,
    path: href.routeNew(owner.edgeId),
    routes: [{ path: paths.routeNew, Component }],
  });
  await screen.findByText(/Enter the secrets of Webhook verification and OIDC again\. 1 more route /);
  await user.click(screen.getByRole("button", { name: /^Remove OIDC/ }));
  await screen.findByText(/Enter the secret of Webhook verification again\./);
  const section = within(screen.getByRole("region", { name: "Webhook verification" }));
  await user.type(section.getByLabelText("Secret"), "new");
  await waitFor(() => expect(screen.queryByText(/Enter the secret/)).toBeNull());

  await user.click(screen.getByRole("button", { name: "Skip" }));
  await screen.findByDisplayValue("/second");
  await user.click(screen.getByRole("button", { name: "Start empty" }));
  await screen.findByText(/isn’t restored yet\.$/);
  expect(screen.queryByDisplayValue("/second")).toBeNull();
  expect(heldDrafts(client, owner.edgeId).map(({ body }) => body.match)).toEqual(["/second", "/hook"]);
  await user.type(screen.getByLabelText("Description"), "Typed");
  const back = screen.getByRole("button", { name: "Restore it" });
  await waitFor(() => expect(back.getAttribute("aria-disabled")).toBe("true"));
  await user.clear(screen.getByLabelText("Description"));
  await waitFor(() => expect(back.getAttribute("aria-disabled")).toBeNull());
  await user.click(back);
  await screen.findByDisplayValue("/second");
  expect(screen.getByText(/^This restores the deleted route/)).toBeDefined();
});
