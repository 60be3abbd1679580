// Cause: a page on which nothing was typed kept the state of a login that another tab had replaced, and offered to turn it on beside
// the other: refused, or both on. Law: what is shown as fresh is what the service has, and what it offers follows from that.
import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import * as z from "zod/mini";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { forgetConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { href, paths } from "#resources/paths.ts";
import { Component } from "#pages/route-module/route-module-page.tsx";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";

const oauth = { provider: { github: { client_id: "c", client_secret: "s", organizations: ["northwind"] } } };
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
afterEach(forgetConnection);

const send = (method: "PUT" | "PATCH", path: string, body: object) =>
  request({ method, path, body, answer: z.looseObject({}) });

/** The page of a module of the route, of a service that keeps secrets. */
function open(module: string) {
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, secrets: "kept" });
  const { edgeId, routeId } = route.owner;
  const routes = [{ path: paths.routeModule, Component }];
  return renderInApp(null, { client, path: href.routeModule(edgeId, routeId, module), routes });
}

it("follows a login that was replaced elsewhere, and offers to replace the other in turn", async () => {
  await send("PUT", `${route.path}/oauth`, oauth);
  const { client, user } = open("oauth");
  await screen.findByRole("button", { name: "Turn off…" });
  await send("PATCH", route.path, { oauth: { ...oauth, enabled: false }, oidc });
  // As their polls do; the config of this service is the test's.
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey !== appConfigQuery.queryKey });
  await user.click(await screen.findByRole("button", { name: "Turn on…" }));
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(dialog.textContent).toContain("OAuth replaces OIDC"));
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
});

it("keeps what was typed, and tells of the change", async () => {
  await send("PUT", `${route.path}/oidc`, oidc);
  const { client, user } = open("oidc");
  const issuer = await screen.findByLabelText<HTMLInputElement>("Issuer");
  await user.type(issuer, "/typed");
  await send("PUT", `${route.path}/oidc`, { ...oidc, client_id: "other" });
  await client.invalidateQueries({ queryKey: ["module"] });
  await screen.findByText(/It was changed elsewhere since you opened it/);
  expect(issuer.value).toBe(`${oidc.issuer}/typed`);
});
