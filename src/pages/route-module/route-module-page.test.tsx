import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { href, paths } from "#resources/paths.ts";
import { HttpsEdge } from "#contract/edge.ts";
import { CircuitBreaker } from "#contract/modules/circuit-breaker.ts";
import { Route } from "#contract/route.ts";
import { reloadIsAsked } from "#testing/reload-asked.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { Component } from "./route-module-page.tsx";

const stored = {
  enabled: true,
  tripped_duration: 30,
  rolling_window: 10,
  num_buckets: 10,
  volume_threshold: 20,
  error_threshold_percentage: 0.5,
};
connectedService();
let edgeId: string;
let routeId: string;
let path: string;

beforeEach(async () => {
  const edge = await request({ method: "POST", path: "/edges/https", body: {}, answer: HttpsEdge });
  edgeId = edge.id;
  const body = { match_type: "path_prefix", match: "/dispatch" };
  const route = await request({ method: "POST", path: `/edges/https/${edgeId}/routes`, body, answer: Route });
  routeId = route.id;
  path = `/edges/https/${edgeId}/routes/${routeId}/circuit_breaker`;
});

const put = (body: unknown) => request({ method: "PUT", path, body, answer: CircuitBreaker });
const get = () => request({ method: "GET", path, answer: CircuitBreaker });

function open(module = "circuit_breaker") {
  const elsewhere = (name: string) => ({ element: <h1>{name}</h1> });
  return renderInApp(null, {
    path: href.routeModule(edgeId, routeId, module),
    routes: [
      { path: paths.routeModule, Component },
      { path: paths.route, ...elsewhere("The route") },
      { path: paths.keys, ...elsewhere("The keys") },
    ],
  });
}
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const save = () => screen.getByRole("button", { name: /^Save/ });
const toast = (text: string | RegExp) => screen.findByText(text, { selector: "output span" });

// Cause: on a narrow window the way back from the module of a route at "/" was "‹ /". Law: a link says where it leads.
it("names the route with its host where its crumb stands alone", async () => {
  const body = { hostports: ["shop.example:443"] };
  await request({ method: "PATCH", path: `/edges/https/${edgeId}`, body, answer: HttpsEdge });
  open();
  await screen.findByText("shop.example/dispatch", { selector: "nav a *" });
  expect(screen.getByText("/dispatch", { selector: "nav li a" })).toBeDefined();
});

describe("a module's form", () => {
  it("keeps Save off while nothing changed, and says why", async () => {
    await put(stored);
    const { user } = open();
    const threshold = await field("Volume threshold");
    expect(save().getAttribute("aria-disabled")).toBe("true");
    expect(save().getAttribute("aria-describedby")).toBeTruthy();
    await user.clear(threshold);
    await user.type(threshold, "40");
    expect(save().getAttribute("aria-disabled")).toBeNull();
    const changes = within(screen.getByRole("region", { name: "Your changes" }));
    expect(changes.getByText(/20 requests/)).toBeDefined();
    expect(changes.getByText(/40 requests/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(threshold.value).toBe("20");
    expect(save().getAttribute("aria-disabled")).toBe("true");
  });

  // Cause: one press on Discard dropped a whole form for good. Law: nothing typed is lost without a question or a way back.
  it("brings back what was discarded, beside what was typed since, and keeps the undo of the last save", async () => {
    await put(stored);
    const { user } = open();
    const [duration, threshold, buckets] = [
      await field("Tripped duration"),
      await field("Volume threshold"),
      await field("Buckets"),
    ];
    await user.clear(duration);
    await user.type(duration, "900{Enter}");
    await toast(/ saved on /);
    await user.type(threshold, "7");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await user.type(buckets, "1");
    const dropped = await toast("Changes to circuit breaker discarded");
    const undo = within(dropped.closest("div") ?? document.body).getByRole("button", { name: "Undo" });
    expect(screen.getAllByRole("button", { name: "Undo" })).toHaveLength(2);
    await user.click(undo);
    expect([threshold.value, buckets.value]).toEqual(["207", "101"]);
  });

  it("saves what was typed, starts from the answer, and undoes it", async () => {
    await put(stored);
    const { user } = open();
    const duration = await field("Tripped duration");
    await user.clear(duration);
    await user.type(duration, "900{Enter}");
    await toast(/ saved on /);
    expect(await get()).toEqual({ ...stored, tripped_duration: 900 });
    expect(save().getAttribute("aria-disabled")).toBe("true");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await toast(/^Undone: /);
    expect(await get()).toEqual(stored);
    expect(duration.value).toBe("30");
  });

  it("sets a module that was not set; undo removes it again", async () => {
    const { user } = open();
    await field("Buckets");
    expect(screen.getByText("Not set")).toBeDefined();
    await user.click(save());
    await toast(/ saved on /);
    expect(await get()).toMatchObject({ num_buckets: 10, tripped_duration: 10 });
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await toast(/^Undone: /);
    await expect(get()).rejects.toMatchObject({ status: 404 });
  });

  it("refuses what the contract refuses at its field, focuses the first, and sends nothing", async () => {
    await put(stored);
    const { user } = open();
    const buckets = await field("Buckets");
    const share = await field("Error threshold");
    await user.clear(buckets);
    await user.type(buckets, "129");
    await user.clear(share);
    await user.type(share, "50");
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(share));
    expect(share.getAttribute("aria-invalid")).toBe("true");
    expect(describedBy(share)).toContain("Enter a number from 0 to 1. 50 % is 0.5.");
    expect(describedBy(buckets)).toContain("Must be at most 128.");
    expect(screen.getByText("2 fields to fix: Error threshold, Buckets")).toBeDefined();
    expect(await get()).toEqual(stored);
    expect(share.value).toBe("50");
  });

  it("removes the module after asking; undo sets it as it was", async () => {
    await put(stored);
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Remove…" }));
    await user.click(await screen.findByRole("button", { name: /^Remove [A-Z]/ }));
    await screen.findByRole("heading", { name: "The route" });
    await expect(get()).rejects.toMatchObject({ status: 404 });
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await toast(/^Undone: /);
    expect(await get()).toEqual(stored);
  });
});

describe("a module that others change too", () => {
  it("merges changes to other fields and says so", async () => {
    await put(stored);
    const { user } = open();
    const duration = await field("Tripped duration");
    await user.clear(duration);
    await user.type(duration, "60");
    await put({ ...stored, rolling_window: 20 });
    await user.click(save());
    await toast(/ saved on .*\. Kept changes from elsewhere: Rolling window$/);
    expect(await get()).toEqual({ ...stored, tripped_duration: 60, rolling_window: 20 });
    expect((await field("Rolling window")).value).toBe("20");
  });

  it("asks about a field that both changed, and saves the choice", async () => {
    await put(stored);
    const { user } = open();
    const duration = await field("Tripped duration");
    await user.clear(duration);
    await user.type(duration, "60");
    await put({ ...stored, tripped_duration: 45, num_buckets: 5 });
    await user.click(save());
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("1 conflict")).toBeDefined();
    expect(screen.queryByText(/It was changed elsewhere/)).toBeNull();
    expect(await get()).toMatchObject({ tripped_duration: 45 });
    await user.click(dialog.getByLabelText(/^Theirs/));
    await user.click(dialog.getByRole("button", { name: "Save merged" }));
    await toast(/ saved on /);
    expect(await get()).toEqual({ ...stored, tripped_duration: 45, num_buckets: 5 });
  });

  it("does not undo over somebody else's later change", async () => {
    await put(stored);
    const { user } = open();
    await user.type(await field("Buckets"), "0{Enter}");
    await toast(/ saved on /);
    await put({ ...stored, num_buckets: 7 });
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await toast(/^Not undone: .* changed again since$/);
    expect(await get()).toMatchObject({ num_buckets: 7 });
  });

  it("a refresh never touches the form, and tells of the change", async () => {
    await put(stored);
    const { user, client } = open();
    await user.type(await field("Buckets"), "0");
    await put({ ...stored, num_buckets: 7 });
    await client.invalidateQueries();
    expect(await screen.findByText(/It was changed elsewhere since you opened it/)).toBeDefined();
    expect((await field("Buckets")).value).toBe("100");
    await user.click(screen.getByRole("button", { name: "Use theirs" }));
    expect((await field("Buckets")).value).toBe("7");
  });
});

describe("coming back", () => {
  // Cause: the form waits for an answer since it was opened, but an answer of the last two seconds was not asked again.
  // Law: a form starts from what was just read; so opening it reads, whatever the cache holds.
  it("shows the form at once, however soon", async () => {
    await put(stored);
    const { router } = open();
    await field("Buckets");
    await router.navigate(href.keys());
    await router.navigate(-1);
    expect((await field("Buckets")).value).toBe("10");
  });
});

describe("leaving", () => {
  it("asks before changes are lost; Stay keeps them, Leave goes", async () => {
    await put(stored);
    const { user, router } = open();
    await user.type(await field("Buckets"), "0");
    void router.navigate(href.keys());
    await user.click(await screen.findByRole("button", { name: "Stay" }));
    expect((await field("Buckets")).value).toBe("100");
    void router.navigate(href.keys());
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    expect(await screen.findByRole("heading", { name: "The keys" })).toBeDefined();
    expect(await get()).toEqual(stored);
  });

  // Cause: the save bar compared numbers, the guard and Discard compared texts.
  // Law: nothing changed is decided once, on what would be sent.
  it("takes spaces around a number for no change, everywhere", async () => {
    await put(stored);
    const { user, router } = open();
    const threshold = await field("Volume threshold");
    await user.clear(threshold);
    await user.type(threshold, " 20 ");
    expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
    expect(save().getAttribute("aria-disabled")).toBe("true");
    await user.tab();
    expect(threshold.value).toBe("20");
    await router.navigate(href.keys());
    expect(await screen.findByRole("heading", { name: "The keys" })).toBeDefined();
  });

  it("asks nothing when nothing changed, and holds the tab only while something did", async () => {
    await put(stored);
    const { user, router } = open();
    const buckets = await field("Buckets");
    expect(reloadIsAsked()).toBe(false);
    await user.type(buckets, "0");
    expect(reloadIsAsked()).toBe(true);
    await user.type(buckets, "{Backspace}");
    expect(reloadIsAsked()).toBe(false);
    await router.navigate(href.keys());
    expect(await screen.findByRole("heading", { name: "The keys" })).toBeDefined();
  });
});

describe("what is not there", () => {
  it("says that a route has no such module", async () => {
    open("teapot");
    expect(await screen.findByRole("heading", { name: "No such module" })).toBeDefined();
  });

  it("tells an unknown route from a module that is not set", async () => {
    routeId = `${routeId.slice(0, -4)}zzzz`;
    open();
    expect(await screen.findByRole("heading", { name: "No such route" })).toBeDefined();
  });
});

function describedBy(element: HTMLElement): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}
