// Cause: nothing tested the questions before something closes an address. Law: what closes an address says so before it is done.
import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { forgetConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { jwtValidationContract } from "#contract/modules/jwt-validation.ts";
import { samlContract } from "#contract/modules/saml.ts";
import { draftFindings } from "./module-notes.tsx";
import { moduleOf } from "../registry.ts";
import { closesWords } from "#resources/closing.ts";
import { href, paths } from "#resources/paths.ts";
import { Component as RouteNewPage } from "#pages/route-form/route-new-page.tsx";
import { Component as RouteModulePage } from "#pages/route-module/route-module-page.tsx";
import { Component as RoutePage } from "#pages/route/route-page.tsx";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(forgetConnection);

/** A kind that the edge of a service can't apply, whichever kinds this one's can't. */
const KIND = "compression";
const Answer = z.looseObject({ enabled: z.optional(z.boolean()) });

function clientOf(unapplied: readonly string[], managedApps?: string[]) {
  const client = createQueryClient();
  const baseUrl = `${service.origin}/api`;
  client.setQueryData(appConfigQuery.queryKey, {
    ...DEFAULT_CONFIG,
    baseUrl,
    callbackPath: "/oauth2/callback",
    edge: { unapplied: [...unapplied], ...(managedApps && { managedApps }) },
  });
  return client;
}

// Cause: the question knew the kinds that can't be applied, not the settings. Law: what closes an address says so before it is done.
it("asks before JWT validation with keys over http goes on, and the page of its route says why once", async () => {
  const { owner, path } = await freshRoute(service);
  const { example } = jwtValidationContract;
  const sources = { additional_jkus: ["http://keys.example/jwks.json"] };
  const jws = { ...example.jws, keys: { sources } };
  const put = (enabled: boolean) =>
    request({
      method: "PUT",
      path: `${path}/jwt_validation`,
      body: { ...example, jws, enabled },
      answer: Answer,
    });
  await put(false);
  const { user } = renderInApp(null, {
    client: clientOf([]),
    path: href.route(owner.edgeId, owner.routeId),
    routes: [
      { path: paths.route, Component: RoutePage },
      { path: paths.routeModule, Component: RouteModulePage },
    ],
  });
  await user.click(await screen.findByRole("button", { name: "Turn on JWT validation" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText("JWT keys are fetched over http://. While it is on, nobody gets in.");
  await user.click(dialog.getByRole("button", { name: "Turn on and take offline" }));
  expect(await screen.findAllByText(/JWT keys are fetched over http/)).toHaveLength(1);
  // Cause: the link named a part of the module that no control is called, and led to the top of its form; the same button there did
  // nothing. Law: "Go to field" leads into the field to change.
  await user.click(screen.getByRole("link", { name: "Go to field" }));
  const urls = await screen.findByRole("group", { name: "Key URLs" });
  await waitFor(() => expect(urls.contains(document.activeElement)).toBe(true));
  screen.getByRole("heading", { level: 1 }).focus();
  (document.activeElement as HTMLElement).blur();
  await user.click(screen.getByRole("button", { name: "Go to field" }));
  expect(urls.contains(document.activeElement)).toBe(true);
});

// Cause: without a managed app, OAuth through it answered 503 to everyone and was shown as On. Law: what closes an address says so.
it("asks before OAuth through a managed app that is not there goes on, and says that it closes", async () => {
  const { owner, path } = await freshRoute(service);
  const provider = { google: { email_domains: ["a.example"] } };
  await request({ method: "PUT", path: `${path}/oauth`, body: { enabled: false, provider }, answer: Answer });
  const { user } = renderInApp(null, {
    client: clientOf([], []),
    path: href.route(owner.edgeId, owner.routeId),
    routes: [{ path: paths.route, Component: RoutePage }],
  });
  await user.click(await screen.findByRole("button", { name: "Turn on OAuth" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/no managed OAuth app for the provider. While it is on, nobody gets in/);
  await user.click(dialog.getByRole("button", { name: "Turn on and take offline" }));
  expect(await screen.findByText(/Closed to everyone. This service has no managed OAuth app/)).toBeDefined();
});

// Cause: the form of a new route did not know its edge, and asked for an address that the edge had. Law: a fact is said where it is known.
it("starts a new route behind Google login with an own app where there is no managed one, and its callback URL", async () => {
  const { owner } = await freshRoute(service);
  const body = { hostports: ["new-login.example:443"] };
  await request({ method: "PATCH", path: `/edges/https/${owner.edgeId}`, body, answer: Answer });
  const { user } = renderInApp(null, {
    client: clientOf([], ["github"]),
    path: href.routeNew(owner.edgeId),
    routes: [{ path: paths.routeNew, Component: RouteNewPage }],
  });
  await user.click(await screen.findByRole("button", { name: /Internal tool behind Google login/ }));
  await screen.findByText("Managed app: not set up in this service");
  expect(screen.getByLabelText("Client ID")).toBeDefined();
  await screen.findByText("https://new-login.example/oauth2/callback");
  await user.click(screen.getByRole("radio", { name: "GitHub" }));
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Managed app" }).checked).toBe(true);
});

it("a draft that closes its address says so on the button that saves it, and over the form", async () => {
  const { owner, path } = await freshRoute(service);
  const { idp_metadata, ...example } = samlContract.example;
  const signed = idp_metadata.replace("<Single", "<X509Certificate/><Single");
  await request({
    method: "PUT",
    path: `${path}/saml`,
    body: { ...example, idp_metadata: signed },
    answer: Answer,
  });
  const { user } = renderInApp(null, {
    client: clientOf([]),
    path: href.routeModule(owner.edgeId, owner.routeId, "saml"),
    routes: [{ path: paths.routeModule, Component: RouteModulePage }],
  });
  const field = await screen.findByLabelText("Provider metadata");
  await screen.findByRole("button", { name: "Save" });
  await user.clear(field);
  await user.click(field);
  await user.paste(idp_metadata);
  await screen.findByRole("button", { name: "Save and take offline" });
  screen.getByText("The SAML metadata has no signing certificate. It closes the route to everyone");
  expect(screen.getByText(/While it is on, nobody gets in. Paste metadata that has one/)).toBeDefined();
});

async function openWithCompressionOff(unapplied: readonly string[]) {
  const { owner, path } = await freshRoute(service);
  const read = () => request({ method: "GET", path: `${path}/${KIND}`, answer: Answer });
  await request({ method: "PUT", path: `${path}/${KIND}`, body: { enabled: false }, answer: Answer });
  const { user } = renderInApp(null, {
    client: clientOf(unapplied),
    path: href.route(owner.edgeId, owner.routeId),
    routes: [{ path: paths.route, Component: RoutePage }],
  });
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  await press("Turn on Compression");
  return { read, press };
}

it("turning on what the edge can’t apply asks first, and says what it did", async () => {
  const { read, press } = await openWithCompressionOff([KIND]);
  const dialog = within(await screen.findByRole("dialog", { name: /^Turn on Compression on .*\?$/ }));
  expect(dialog.getByText(closesWords(KIND))).toBeDefined();
  await press("Cancel");
  expect(await read()).toMatchObject({ enabled: false });
  await press("Turn on Compression");
  await press("Turn on and take offline");
  await screen.findByText(/^Turned on compression .*, closed to everyone now$/, { selector: "output span" });
  expect(await read()).toMatchObject({ enabled: true });
});

it("turning on what the edge applies asks nothing", async () => {
  const { read } = await openWithCompressionOff([]);
  await screen.findByText(/^Turned on compression/, { selector: "output span" });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByText(/closed to everyone/)).toBeNull();
  expect(await read()).toMatchObject({ enabled: true });
});

// Cause: "Save and take offline" on a route that OAuth had taken offline already. Law: a confirmation says the consequence.
it.each([
  { unapplied: ["oauth", "oidc"], save: "Replace OAuth" },
  { unapplied: ["oidc"], save: "Save and take offline" },
])(
  "OIDC in the place of OAuth, where the edge can’t apply $unapplied: $save",
  async ({ unapplied, save }) => {
    const { owner, path } = await freshRoute(service);
    const body = { provider: { github: {} } };
    await request({ method: "PUT", path: `${path}/oauth`, body, answer: Answer });
    renderInApp(null, {
      client: clientOf(unapplied),
      path: href.routeModule(owner.edgeId, owner.routeId, "oidc"),
      routes: [{ path: paths.routeModule, Component: RouteModulePage }],
    });
    expect(await screen.findByRole("button", { name: save })).toBeDefined();
  },
);

it("creating a route with such a module says that it is closed", async () => {
  const { owner } = await freshRoute(service);
  const { user } = renderInApp(null, {
    client: clientOf([KIND]),
    path: href.routeNew(owner.edgeId),
    routes: [{ path: paths.routeNew, Component: RouteNewPage }],
  });
  // Cause: a path that no request has, and that is refused, turned the button to "Create closed route". Law: closed is what a module closes.
  await user.type(await screen.findByLabelText("Path"), "//cart");
  expect(await screen.findByRole("button", { name: "Create route" })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Add Compression" }));
  expect(await screen.findByRole("button", { name: "Create closed route" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Create route" })).toBeNull();
  await user.click(await screen.findByRole("button", { name: /^Remove Compression/ }));
  expect(await screen.findByRole("button", { name: "Create route" })).toBeDefined();
});

// Cause: the editor of a module that the service can't read called it on, but empty, without effect. Law: as long as nothing is edited it
// says what the service answered.
it.each([
  [false, ["Nobody gets past Request headers"]],
  [true, ["Request headers is on but empty"]],
])("a stored module that can’t be read is told in its editor until it is edited (%s)", (edited, titles) => {
  const definition = moduleOf("request_headers")!;
  const answer = { enabled: true, add: {}, remove: [], unreadable: "The stored remove must be a list" };
  const request = { enabled: true, add: {}, remove: [] };
  const target = { owner: "route", id: "r", modules: { request_headers: answer } } as const;
  const editor = { base: request, request, edited, on: true, errors: {} };
  const found = draftFindings({ definition, editor, target, limits: {} });
  expect(found.map(({ title }) => title)).toEqual(titles);
});

// Cause: of several modules that can't be read the page of their route named all but the first. Law: it names each, with why.
it("names each stored module that can’t be read on the page of its route", async () => {
  const { owner, path } = await freshRoute(service);
  for (const [kind, body] of [
    ["user_agent_filter", { deny: ["a"] }],
    ["compression", {}],
  ] as const)
    await request({ method: "PUT", path: `${path}/${kind}`, body, answer: Answer });
  await service.db.updateTable("modules").set({ value: "5" }).where("owner_id", "=", owner.routeId).execute();
  await request({ method: "PATCH", path, body: { description: "read again" }, answer: Answer });
  renderInApp(null, {
    client: clientOf([]),
    path: href.route(owner.edgeId, owner.routeId),
    routes: [{ path: paths.route, Component: RoutePage }],
  });
  const reasons = await screen.findAllByText(
    /^The stored module must be an object\. While it is on, nobody gets in/,
  );
  expect(reasons).toHaveLength(2);
});

// Cause: a rule that the edge can't apply closed its route, whose page said "Online" and "On". Law: where nobody gets in, it is told.
it("shows a route as closed by a rule that can’t be applied", async () => {
  const { owner, path } = await freshRoute(service);
  const outbound = [{ name: "Late", expressions: [], actions: [{ type: "deny" }] }];
  await request({ method: "PUT", path: `${path}/policies`, body: { outbound }, answer: Answer });
  renderInApp(null, {
    client: clientOf([]),
    path: href.route(owner.edgeId, owner.routeId),
    routes: [{ path: paths.route, Component: RoutePage }],
  });
  expect((await screen.findAllByText("Closed")).length).toBeGreaterThan(0);
  expect(
    await screen.findByText(/^Late: deny works in inbound rules only\. While it is on, nobody gets in/),
  ).toBeDefined();
});

// Cause: a route whose IP policies have no allow rule was "Online", and nothing said that nobody gets in. Law: as above.
it("shows a route as closed by policies that allow nobody, until one does", async () => {
  const { owner, path } = await freshRoute(service);
  const make = async (of: string, body: object) =>
    (await request({ method: "POST", path: of, body, answer: Answer })) as unknown as { id: string };
  const { id } = await make("/ip_policies", { description: "Office" });
  const body = { ip_policy_ids: [id] };
  await request({ method: "PUT", path: `${path}/ip_restriction`, body, answer: Answer });
  const { client } = renderInApp(null, {
    client: clientOf([]),
    path: href.route(owner.edgeId, owner.routeId),
    routes: [{ path: paths.route, Component: RoutePage }],
  });
  expect(await screen.findByText(/None of its IP policies has an allow rule\./)).toBeDefined();
  expect(screen.getAllByText("Closed").length).toBeGreaterThan(0);
  await make("/ip_policy_rules", { ip_policy_id: id, action: "allow", cidr: "203.0.113.0/24" });
  await client.invalidateQueries({ queryKey: ["ip_policy_rules"] });
  await waitFor(() => expect(screen.queryByText("Closed")).toBeNull());
});
