import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { forgetConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { findContract } from "#contract/modules/contracts.ts";
import { href, paths } from "#resources/paths.ts";
import { Component as RouteModulePage } from "#pages/route-module/route-module-page.tsx";
import { Component as RoutePage } from "#pages/route/route-page.tsx";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";

const Answer = z.looseObject({ enabled: z.optional(z.boolean()) });
const oauth = {
  enabled: true,
  provider: { github: { client_id: "c", client_secret: "first", organizations: ["northwind"] } },
};
const jwt = findContract("route", "jwt_validation")?.example;
const oidc = { issuer: "https://login.example.com", client_id: "reports", client_secret: "second" };

let service: TestService;
let route: Awaited<ReturnType<typeof freshRoute>>;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  route = await freshRoute(service);
});
afterEach(() => {
  vi.restoreAllMocks();
  forgetConnection();
});

const send = (method: "PUT" | "PATCH", path: string, body: object) =>
  request({ method, path, body, answer: Answer });
const stored = async () => {
  const rows = await service.db
    .selectFrom("modules")
    .select(["kind", "value"])
    .where("owner_id", "=", route.owner.routeId)
    .execute();
  return Object.fromEntries(rows.map(({ kind, value }) => [kind, JSON.parse(value) as typeof oauth]));
};

/** Watches every write on its way through: which it was, and which logins were on after it. */
function watchWrites() {
  const seen: { write: string; on: string[] }[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const answer = await real(input, init);
    if (init?.method !== undefined && init.method !== "GET") {
      const on = Object.entries(await stored()).filter(([, { enabled }]) => enabled);
      seen.push({ write: init.method, on: on.map(([kind]) => kind) });
    }
    return answer;
  });
  return seen;
}

function open(module?: string, search = "") {
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, secrets: "kept" });
  const { edgeId, routeId } = route.owner;
  return renderInApp(null, {
    client,
    path:
      module === undefined ? href.route(edgeId, routeId) : href.routeModule(edgeId, routeId, module) + search,
    routes: [
      { path: paths.route, Component: RoutePage },
      { path: paths.routeModule, Component: RouteModulePage },
    ],
  });
}
const toast = (text: RegExp) => screen.findByText(text, { selector: "output span" });

// Cause: "service.", which OAuth reads as without a prefix of its own, was taken over by OIDC, whose default is another one. Law: a new
// login takes over what was chosen for the old one, never its defaults.
it.each([
  [undefined, "", []],
  ["acme.", "acme.", ["Cookie prefix"]],
])("takes over the cookie prefix that was chosen, %s", async (cookie_prefix, starts, copied) => {
  await send("PUT", `${route.path}/oauth`, { ...oauth, cookie_prefix, maximum_duration: 600 });
  open("oidc");
  expect(await screen.findByLabelText("Cookie prefix")).toHaveProperty("value", starts);
  const note = (await screen.findByText("OIDC replaces OAuth.")).closest("[role=note]");
  expect(note?.textContent).toContain(["Copied from OAuth: Session duration", ...copied].join(", "));
});

// Cause: OIDC was refused while OAuth was on, so OAuth had to go first, and the route was open meanwhile. Law: changing the
// kind of login is one act, with no moment in which the route is open.
it("another kind of login replaces the one that is on, in one request, and so does its undo", async () => {
  await send("PUT", `${route.path}/oauth`, oauth);
  const { user } = open("oidc");
  await screen.findByText("OIDC replaces OAuth.");
  await user.type(await screen.findByLabelText("Issuer"), oidc.issuer);
  await user.type(screen.getByLabelText(/^Client I?d$/i), oidc.client_id);
  await user.type(screen.getByLabelText("Client secret", { selector: "input" }), oidc.client_secret);
  const seen = watchWrites();
  await user.click(screen.getByRole("button", { name: "Replace OAuth" }));
  await toast(/^OIDC saved on .*, OAuth turned off$/);
  expect(seen).toEqual([{ write: "PATCH", on: ["oidc"] }]);
  expect(await stored()).toMatchObject({
    oidc: { ...oidc, enabled: true },
    oauth: { ...oauth, enabled: false },
  });

  await user.click(screen.getByRole("button", { name: "Undo" }));
  await toast(/^Undone: OIDC removed from .*, OAuth turned on again$/);
  expect(seen.map(({ on }) => on)).toEqual([["oidc"], ["oauth"], ["oauth"]]);
  const after = await stored();
  expect(Object.keys(after)).toEqual(["oauth"]);
  expect(after).toMatchObject({ oauth });
});

// Cause: a login could be changed to another login, but to tokens only over a moment with both or none. Law: changing the kind of
// login is one act on one form, also after a reload in the middle; the page goes on replacing neither after it nor after its undo.
it("tokens take the place of the login that they were chosen instead of, and only then", async () => {
  await send("PUT", `${route.path}/oauth`, oauth);
  const chosen = open("oauth");
  await chosen.user.click(await screen.findByRole("button", { name: "Replace with" }));
  await chosen.user.click(await screen.findByRole("menuitem", { name: "JWT validation" }));
  await screen.findByText("JWT validation replaces OAuth.");
  const { pathname, search } = chosen.router.state.location;
  expect(pathname).toMatch(/\/jwt_validation$/);
  chosen.unmount();

  const { user, router } = open("jwt_validation", search);
  // Cause: nothing said that people can’t get in any more. Law: what changes who can connect says for whom.
  const note = (await screen.findByText("JWT validation replaces OAuth.")).closest("[role=status]");
  expect(note?.textContent).toContain("Browsers send no token, so they can no longer get in.");
  await user.click(screen.getByRole("tab", { name: "JSON" }));
  const json = await screen.findByRole("textbox");
  await user.clear(json);
  await user.paste(JSON.stringify(jwt));
  const seen = watchWrites();
  await user.click(screen.getByRole("button", { name: "Replace OAuth" }));
  await toast(/^JWT validation saved on .*, OAuth turned off$/);
  expect(seen).toEqual([{ write: "PATCH", on: ["jwt_validation"] }]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await toast(/^Undone: JWT validation removed from /);
  expect(await stored()).toMatchObject({ oauth });
  expect(router.state.location.search).toBe("?tab=json");
});

// Cause: the form of a login that was set and off stayed off however it was chosen, and off by hand it said nothing of the other one.
// Law: choosing a login begins to replace the other; what stays on is said.
it.each([{}, { oidc: { ...oidc, enabled: false } }])("a chosen login is on, set or not: %o", async (set) => {
  await send("PATCH", route.path, { oauth, ...set });
  const { user } = open("oidc", "?instead_of=oauth");
  await screen.findByText("OIDC replaces OAuth.");
  const apply = await screen.findByLabelText("Apply to traffic");
  expect(apply).toHaveProperty("checked", true);
  expect(screen.getByRole("button", { name: "Replace OAuth" })).toHaveProperty("type", "submit");
  await user.click(apply);
  await screen.findByText("OAuth stays on while OIDC is off.");
  expect(screen.queryByText("OIDC is off.")).toBeNull();
  if (!set.oidc) return;
  await user.click(apply);
  await user.click(screen.getByRole("button", { name: "Replace OAuth" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await toast(/^Undone: OIDC/);
  expect(await screen.findAllByText("Nothing changed")).not.toEqual([]);
});

// Cause: tokens that were added beside a login had another route as their only advice. Law: changing a login is one act, on any form.
it("tokens that were added beside a login can take its place where that is said", async () => {
  await send("PUT", `${route.path}/oauth`, oauth);
  const { user, router } = open("jwt_validation");
  await user.click(await screen.findByRole("button", { name: "Add issuer" }));
  await user.keyboard("https://login.example");
  await user.click(await screen.findByRole("button", { name: "Replace OAuth" }));
  await screen.findByText("JWT validation replaces OAuth.");
  expect(router.state.location.search).toContain("instead_of=oauth");
  expect(screen.queryByText("JWT validation and OAuth are both on.")).toBeNull();
  expect(screen.getByRole("button", { name: "Replace OAuth" }).getAttribute("type")).toBe("submit");
});

// Cause: a click on "Turn on" turned another login off without a word before. Law: what changes access is said first.
it("a login that is off goes on in its line in place of the one that is on", async () => {
  await send("PUT", `${route.path}/oauth`, oauth);
  await send("PUT", `${route.path}/oidc`, { ...oidc, enabled: false });
  const { user } = open();
  const seen = watchWrites();
  await user.click(await screen.findByRole("button", { name: "Turn on OIDC" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Turn on OIDC on / }));
  expect(dialog.getByText("OIDC replaces OAuth.")).toBeDefined();
  expect(seen).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Replace OAuth" }));
  await toast(/^Turned on OIDC on .*, OAuth turned off$/);
  expect(seen).toEqual([{ write: "PATCH", on: ["oidc"] }]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await toast(/^Undone: OIDC/);
  expect(await stored()).toMatchObject({ oidc: { ...oidc, enabled: false }, oauth });
});

// Cause: on its own page a login that was off went on in place of the other without a word, and tokens beside a login had no way to
// replace it there. Law: wherever a module is turned on, the same is asked first.
it("the page of a module that is off asks what its line asks, before it goes on", async () => {
  await send("PUT", `${route.path}/oauth`, oauth);
  await send("PUT", `${route.path}/oidc`, { ...oidc, enabled: false });
  await send("PUT", `${route.path}/jwt_validation`, { ...(jwt as object), enabled: false });
  const seen = watchWrites();
  const tokens = open("jwt_validation");
  await tokens.user.click(await screen.findByRole("button", { name: "Turn on…" }));
  const choice = within(await screen.findByRole("dialog", { name: /^Turn on JWT validation on / }));
  expect(choice.getByRole("button", { name: "Turn on both" })).toBeDefined();
  expect(choice.getByRole("button", { name: "Replace OAuth" })).toBeDefined();
  await tokens.user.click(choice.getByRole("button", { name: "Cancel" }));
  tokens.unmount();

  const { user } = open("oidc");
  await user.click(await screen.findByRole("button", { name: "Turn on…" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Turn on OIDC on / }));
  expect(seen).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Replace OAuth" }));
  await toast(/^Turned on OIDC on .*, OAuth turned off$/);
  expect(seen).toEqual([{ write: "PATCH", on: ["oidc"] }]);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await toast(/^Undone: OIDC turned off again on .*, OAuth turned on again$/);
  // Cause: after its request for both, the undo wrote OIDC once more, as it was by then. Law: one act is one write and one event.
  expect(seen.map(({ write }) => write)).toEqual(["PATCH", "PATCH"]);
  expect(await stored()).toMatchObject({ oidc: { ...oidc, enabled: false }, oauth });
});

// Cause: after Remove, Back and Undo the page stayed on "Not set" and said that it was changed elsewhere. Law: a form in which nothing
// was typed shows a module that has come.
it("a page of a module that is not set shows it once it is, where nothing was typed", async () => {
  const { client } = open("oidc");
  await screen.findByLabelText("Issuer");
  await send("PUT", `${route.path}/oidc`, oidc);
  await client.invalidateQueries();
  await screen.findByRole("button", { name: "Turn off…" });
  await waitFor(() => expect(screen.getByLabelText("Issuer")).toHaveProperty("value", oidc.issuer));
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
});

// Cause: a login that replaced another began with defaults, so sessions had no limit any more. Law: what both have is carried over,
// and it is said.
it("a login that replaces another starts with the settings that both have", async () => {
  const session = { maximum_duration: 28_800, cookie_prefix: "acme", options_passthrough: true };
  await send("PUT", `${route.path}/oauth`, { ...oauth, ...session });
  const { user } = open("oidc");
  await screen.findByText("Copied from OAuth: Session duration, Cookie prefix, Allow CORS preflight.", {
    exact: false,
  });
  await user.type(await screen.findByLabelText("Issuer"), oidc.issuer);
  await user.type(screen.getByLabelText(/^Client I?d$/i), oidc.client_id);
  await user.type(screen.getByLabelText("Client secret", { selector: "input" }), oidc.client_secret);
  await user.click(screen.getByRole("button", { name: "Replace OAuth" }));
  await toast(/^OIDC saved on .*, OAuth turned off$/);
  expect(await stored()).toMatchObject({ oidc: { ...oidc, ...session, enabled: true } });
});

// Cause: "Turn on" of a login beside JWT validation asked nothing and warned of both afterwards. Law: what the lint will say is said
// before the act, with every way out.
it("a login that contradicts tokens asks before it goes on: replace them, or both", async () => {
  await send("PUT", `${route.path}/jwt_validation`, jwt ?? {});
  await send("PUT", `${route.path}/oidc`, { ...oidc, enabled: false });
  const { user } = open();
  const seen = watchWrites();
  const ask = async () => {
    await user.click(await screen.findByRole("button", { name: "Turn on OIDC" }));
    return within(await screen.findByRole("dialog", { name: /^Turn on OIDC on / }));
  };
  const first = await ask();
  expect(first.getByText("JWT validation is on too.")).toBeDefined();
  expect(seen).toEqual([]);
  await user.click(first.getByRole("button", { name: "Replace JWT validation" }));
  await toast(/^Turned on OIDC on .*, JWT validation turned off$/);
  expect(seen).toEqual([{ write: "PATCH", on: ["oidc"] }]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await toast(/^Undone: OIDC/);
  await user.click((await ask()).getByRole("button", { name: "Turn on both" }));
  await toast(/^Turned on OIDC on [^,]*$/);
  expect(seen.at(-1)?.on.toSorted()).toEqual(["jwt_validation", "oidc"]);
});

// Cause: webhooks that no login lets through could be turned on beside it, and nothing else was offered, in their line or on their page.
// Law: as above.
it.each([
  [undefined, "Turn on Webhook verification"],
  ["webhook_verification", "Turn on…"],
])("webhooks beside a login ask before they go on: another route, or both: %s", async (module, name) => {
  await send("PUT", `${route.path}/oauth`, oauth);
  await send("PUT", `${route.path}/webhook_verification`, {
    enabled: false,
    provider: "github",
    secret: "s",
  });
  const { user, router } = open(module);
  const seen = watchWrites();
  await user.click(await screen.findByRole("button", { name }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Turn on Webhook verification on / }));
  expect(dialog.getByText("OAuth is on too.")).toBeDefined();
  expect(dialog.getByRole("button", { name: "Turn on both" })).toBeDefined();
  expect(dialog.queryByRole("button", { name: /^Replace/ })).toBeNull();
  await user.click(dialog.getByRole("link", { name: "Create route" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(href.routeNew(route.owner.edgeId)));
  expect(seen).toEqual([]);
});

// Cause: that both are on stood far above Save, and the advice led nowhere. Law: a doubt stands where it is decided, with its way.
it("tokens beside a login: the save bar says so, and the route to split them off is a click away", async () => {
  await send("PUT", `${route.path}/oauth`, oauth);
  await send("PUT", `${route.path}/jwt_validation`, jwt ?? {});
  const page = open("jwt_validation");
  expect(await screen.findAllByText(/^JWT validation and OAuth are both on\.?$/)).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Open OAuth" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Create route" }).getAttribute("href")).toBe(
    href.routeNew(route.owner.edgeId),
  );
  page.unmount();
  open();
  expect(await screen.findByRole("link", { name: "Open JWT validation" })).toBeDefined();
});

// Cause: the diff showed a PUT of OIDC alone. Law: what is shown as sent is what is sent.
it("the diff of a login that replaces another shows the one request for both, and no secret", async () => {
  await send("PUT", `${route.path}/oauth`, oauth);
  await send("PUT", `${route.path}/oidc`, { ...oidc, enabled: false });
  const { user } = open("oidc", "?tab=diff");
  await user.click(await screen.findByLabelText("Apply to traffic"));
  const { edgeId, routeId } = route.owner;
  expect(await screen.findByText(`PATCH /edges/https/${edgeId}/routes/${routeId}`)).toBeDefined();
  const panel = async (name: string) => (await screen.findByRole("region", { name })).textContent ?? "";
  expect(await panel("Summary")).toMatch(/OAuth−\s*was on\+\s*will be off/);
  // Cause: the tab counted one change less than its summary. Law: numbers never contradict each other.
  expect(await panel("Summary")).toMatch(/^Summary2/);
  expect(screen.getByRole("tab", { name: /^Diff ?2/ })).toBeDefined();
  const body = await panel("What will be sent");
  expect(body).toContain('added:     "enabled": false');
  expect(body).toContain('"oidc": {');
  expect(body).not.toMatch(/first|second/);
});

// Cause: "Go to field" of an open login led to the provider. Law: advice leads to the field that follows it.
it("an open login leads to the list that restricts it", async () => {
  await send("PUT", `${route.path}/oauth`, { provider: { github: {} } });
  const { user } = open("oauth");
  await user.click(await screen.findByRole("button", { name: "Go to field" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Teams"));
});

// Cause: a login went off in one click. Law: turning a guard off asks first, in numbers.
it("a guard goes off only once what opens was said", async () => {
  await send("PUT", `${route.path}/oauth`, oauth);
  const hostports = ["a.example:443", "b.example:443"];
  await send("PATCH", `/edges/https/${route.owner.edgeId}`, { hostports });
  const { user } = open();
  const turnOff = await screen.findByRole("button", { name: "Turn off OAuth" });
  await screen.findByRole("heading", { name: "a.example/dispatch" });
  await user.click(turnOff);
  const dialog = within(await screen.findByRole("dialog", { name: "Turn off OAuth on a.example/dispatch?" }));
  expect(dialog.getByText("2 addresses become open to anyone")).toBeDefined();
  expect(dialog.getByText("b.example/dispatch")).toBeDefined();
  // Cause: after a line about another module, "Its settings stay" left open whose. Law: a sentence names what it is about.
  expect(dialog.getByText("OAuth keeps its settings. You can turn it on again.")).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await stored()).toMatchObject({ oauth: { enabled: true } });
  await user.click(turnOff);
  await user.click(await screen.findByRole("button", { name: "Turn off OAuth", hidden: false }));
  await toast(/^Turned off OAuth on a\.example\/dispatch$/);
  expect(await stored()).toMatchObject({ oauth: { enabled: false } });
});

// Cause: a backend went off in one click, and its route with it. Law: what takes a route down asks first, in numbers.
it("the backend goes off only once what fails was said", async () => {
  const { id } = await request({
    method: "POST",
    path: "/backends/tunnel_group",
    body: { labels: { app: "a" } },
    answer: z.object({ id: z.string() }),
  });
  await send("PUT", `${route.path}/backend`, { enabled: true, backend_id: id });
  await send("PATCH", `/edges/https/${route.owner.edgeId}`, { hostports: ["c.example:443"] });
  const { user } = open();
  await screen.findByRole("heading", { name: "c.example/dispatch" });
  // Cause: the map said "No modules", the list of the same route "1 on", later "0 on" over a backend that was on. Law: one way to
  // count, and numbers never contradict what is below them.
  const list = within(screen.getByRole("region", { name: "Modules" }));
  expect(list.queryByText(/^\d+ on/)).toBeNull();
  // Cause: "1 on, 1 off" over three rows. Law: a count says what of its rows it leaves out.
  await send("PUT", `${route.path}/compression`, { enabled: false });
  await list.findByText("0 on, 1 off, and the backend");
  await user.click(await screen.findByRole("button", { name: "Turn off Backend" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Turn off the backend of c.example/dispatch?" }),
  );
  expect(dialog.getByText("Visitors of 1 address get an error")).toBeDefined();
  expect(dialog.getByText("c.example/dispatch")).toBeDefined();
  expect(await stored()).toMatchObject({ backend: { enabled: true } });
  await user.click(dialog.getByRole("button", { name: "Turn off backend" }));
  await toast(/^Turned off backend on c\.example\/dispatch$/);
  expect(await stored()).toMatchObject({ backend: { enabled: false } });
});
