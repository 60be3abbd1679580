// Cause: "Route saved" named no route, and "only matched / fail" read as two words. Law: messages name what was done to.
import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { request } from "#api/client.ts";
import { forgetConnection } from "#api/connection.ts";
import { findContract } from "#contract/modules/contracts.ts";
import { href, paths } from "#resources/paths.ts";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { Component } from "./route-edit-page.tsx";

let service: TestService;
let hosts = 0;
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

// Cause: "another route" had the path, and which one was not said. Law: what is in the way is a click away.
it("leads to the route that has the path already", async () => {
  const { owner } = await freshRoute(service);
  const { id } = await request({
    method: "POST",
    path: `/edges/https/${owner.edgeId}/routes`,
    body: { match_type: "path_prefix", match: "/dispatch/taken" },
    answer: z.looseObject({ id: z.string() }),
  });
  const { user } = renderInApp(null, {
    path: href.routeEdit(owner.edgeId, owner.routeId),
    routes: [{ path: paths.routeEdit, Component }],
  });
  await user.type(await screen.findByLabelText("Path"), "/taken");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/^Already used by another route/)).toBeDefined();
  expect(screen.getByRole("link", { name: "Show route" }).getAttribute("href")).toBe(
    href.route(owner.edgeId, id),
  );
});

// Cause: a path with a query was saved, and no request ever matched it. Law: it is refused where it is typed, with what to do.
it("takes no path with a query", async () => {
  const { owner } = await freshRoute(service);
  const { user } = renderInApp(null, {
    path: href.routeEdit(owner.edgeId, owner.routeId),
    routes: [{ path: paths.routeEdit, Component }],
  });
  await user.type(await screen.findByLabelText("Path"), "?x=1");
  expect(screen.getByText("No request matches this path. Use /dispatch.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Must end before ? or #. Example: /orders")).toBeDefined();
  expect(screen.queryByText(/^No request matches/)).toBeNull();
});

// Cause: another path on a locked route, or another way of matching it, opened what it had locked to anyone, with one press of Save. Law:
// what loses its guard is asked about first, in numbers, however it does.
it("asks before a locked path becomes open to anyone", async () => {
  const { path, owner } = await freshRoute(service);
  const post = (at: string, method: "POST" | "PUT" | "PATCH", body: object) =>
    request({ method, path: at, body, answer: z.looseObject({}) });
  const edge = `/edges/https/${owner.edgeId}`;
  await post(edge, "PATCH", { hostports: ["locked.example:443"] });
  await post(`${edge}/routes`, "POST", { match_type: "path_prefix", match: "/" });
  await post(`${path}/jwt_validation`, "PUT", findContract("route", "jwt_validation")?.example ?? {});
  const { user } = renderInApp(null, {
    path: href.routeEdit(owner.edgeId, owner.routeId),
    routes: [{ path: paths.routeEdit, Component }],
  });
  await user.type(await screen.findByLabelText("Path"), "/new");
  await screen.findByText(/^Requests that only matched/);
  await user.click(screen.getByRole("button", { name: "Save" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("1 address becomes open to anyone");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(await request({ method: "GET", path, answer: z.looseObject({ match: z.string() }) })).toMatchObject({
    match: "/dispatch",
  });
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(await screen.findByRole("button", { name: "Save and open to anyone" }));
  expect(await screen.findByText(/dispatch\/new” saved/, { selector: "output span" })).toBeDefined();
});

// Cause: only the requests that leave a route were asked about: those of a locked one that it took over were open to anyone with one press
// of Save. Law: as above.
it.each([
  ["below it is asked about", "/locked/new", false, true],
  ["elsewhere is not", "/dispatch/new", false, false],
  ["below it, as locked, is not", "/locked/new", true, false],
])("another path beside a locked route: one %s", async (_, match, isLocked, asks) => {
  const { path, owner } = await freshRoute(service);
  const send = (at: string, method: "POST" | "PUT" | "PATCH", body: object) =>
    request({ method, path: at, body, answer: z.looseObject({ id: z.optional(z.string()) }) });
  const edge = `/edges/https/${owner.edgeId}`;
  const jwt = findContract("route", "jwt_validation")?.example ?? {};
  const host = `taken${(hosts += 1)}.example`;
  await send(edge, "PATCH", { hostports: [`${host}:443`] });
  const { id } = await send(`${edge}/routes`, "POST", { match_type: "path_prefix", match: "/locked" });
  await send(`${edge}/routes/${id}/jwt_validation`, "PUT", jwt);
  if (isLocked) await send(`${path}/jwt_validation`, "PUT", jwt);
  const { user } = renderInApp(null, {
    path: href.routeEdit(owner.edgeId, owner.routeId),
    routes: [{ path: paths.routeEdit, Component }],
  });
  await user.clear(await screen.findByLabelText("Path"));
  await user.type(screen.getByLabelText("Path"), match);
  await user.click(screen.getByRole("button", { name: "Save" }));
  const saved = `Route “${host}${match}” saved`;
  const question = `1 address becomes open to anyone${host}${match}Currently handled by route “/locked”.`;
  await waitFor(() => expect(document.body.textContent).toContain(asks ? question : saved));
  expect(screen.queryByRole("dialog") !== null).toBe(asks);
});
