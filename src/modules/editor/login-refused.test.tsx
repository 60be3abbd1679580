// Cause: what the service refused of a login that replaces another was sent as part of its route, and told at the end of the page in
// the words of the API. Law: what the service finds wrong with a field is told at the field, however it was sent.
import { screen, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { forgetConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { findContract } from "#contract/modules/contracts.ts";
import { href, paths } from "#resources/paths.ts";
import { Component } from "#pages/route-module/route-module-page.tsx";
import { Component as RoutePage } from "#pages/route/route-page.tsx";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  forgetConnection();
  await service.close();
});

it("tells what is refused of a login that replaces another at its field", async () => {
  const { path, owner } = await freshRoute(service);
  const body = findContract("route", "oidc")?.example;
  await request({ method: "PUT", path: `${path}/oidc`, body, answer: z.looseObject({}) });
  const { user } = renderInApp(null, {
    path: `${href.routeModule(owner.edgeId, owner.routeId, "saml")}?instead_of=oidc`,
    routes: [{ path: paths.routeModule, Component }],
  });
  // OIDC has none.
  expect(screen.queryByText(/limit to/)).toBeNull();
  const metadata = await screen.findByLabelText("Provider metadata");
  await user.click(metadata);
  await user.paste("hello, no XML");
  await user.click(screen.getByRole("button", { name: /^(?:Replace OIDC|Save and take offline)$/ }));
  expect(await screen.findByText(/^1 field to fix/)).toBeDefined();
  expect(metadata.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(metadata);
  expect(screen.queryByText(/saml\.idp_metadata/)).toBeNull();
});

// Cause: "Replace OIDC" saved JWT validation beside an OAuth that somebody had turned on meanwhile, so that nobody got in. Law: what
// decides who gets in is checked just before it is written, and nothing is saved over what nobody saw.
it("saves nothing beside a login that was turned on elsewhere, and says so", async () => {
  const { path, owner } = await freshRoute(service);
  const put = (kind: string) => {
    const body = findContract("route", kind)?.example;
    return request({ method: "PUT", path: `${path}/${kind}`, body, answer: z.looseObject({}) });
  };
  await put("oidc");
  const { user } = renderInApp(null, {
    path: `${href.routeModule(owner.edgeId, owner.routeId, "jwt_validation")}?instead_of=oidc`,
    routes: [{ path: paths.routeModule, Component }],
  });
  await screen.findByText(/JWT validation replaces OIDC/);
  await user.click(screen.getByRole("tab", { name: "JSON" }));
  const text = await screen.findByLabelText("JWT validation as JSON");
  await user.clear(text);
  await user.paste(JSON.stringify(findContract("route", "jwt_validation")?.example));
  await request({ method: "DELETE", path: `${path}/oidc` });
  await put("oauth");
  await user.click(screen.getByRole("button", { name: "Replace OIDC" }));
  expect(await screen.findByText(/^OAuth was turned on meanwhile\. Nothing was saved\./)).toBeDefined();
  await expect(
    request({ method: "GET", path: `${path}/jwt_validation`, answer: z.looseObject({}) }),
  ).rejects.toMatchObject({ status: 404 });
});

// Cause: OIDC took the place of an OAuth that let in one organization, and nothing said that anyone at the issuer could sign in then. Law:
// what a change opens is said before it.
it.each([
  ["oauth", "oidc", "OAuth", "2 teams, 1 organization, 2 email domains"],
  ["saml", "jwt_validation", "SAML", "1 group"],
])("says that the limit of %s is over with %s", async (before, after, title, limit) => {
  const { path, owner } = await freshRoute(service);
  const github = {
    client_id: "c",
    client_secret: "s",
    teams: ["acme/ops", "acme/dev"],
    organizations: ["acme"],
    email_domains: ["acme.example", "acme.test"],
  };
  const body = before === "oauth" ? { provider: { github } } : findContract("route", before)?.example;
  await request({ method: "PUT", path: `${path}/${before}`, body, answer: z.looseObject({}) });
  renderInApp(null, {
    path: `${href.routeModule(owner.edgeId, owner.routeId, after)}?instead_of=${before}`,
    routes: [{ path: paths.routeModule, Component }],
  });
  const said = `${title} keeps its settings, turned off, so its limit to ${limit} no longer applies.`;
  expect(await screen.findByText(said, { exact: false })).toBeDefined();
});

it("asks in numbers before a login that is open to anyone goes on in place of a limited one", async () => {
  const { path, owner } = await freshRoute(service);
  const put = (kind: string, body: object) =>
    request({ method: "PUT", path: `${path}/${kind}`, body, answer: z.looseObject({}) });
  const edge = path.slice(0, path.indexOf("/routes"));
  await request({
    method: "PATCH",
    path: edge,
    body: { hostports: ["wide.example:443"] },
    answer: z.looseObject({}),
  });
  const client = { client_id: "c", client_secret: "s" };
  await put("oauth", { provider: { google: { ...client, email_domains: ["acme.example"] } } });
  await put("oidc", { issuer: "https://accounts.google.com", ...client, enabled: false });
  const queries = createQueryClient();
  queries.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, secrets: "kept" });
  const { user } = renderInApp(null, {
    client: queries,
    path: href.route(owner.edgeId, owner.routeId),
    routes: [{ path: paths.route, Component: RoutePage }],
  });
  await user.click(await screen.findByRole("button", { name: "Turn on OIDC" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Turn on OIDC on / }));
  expect(await dialog.findByText("1 address: anyone with a Google account can sign in")).toBeDefined();
  expect(dialog.getByText(/so its limit to 1 email domain no longer applies\.$/)).toBeDefined();
});
