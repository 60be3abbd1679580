// Cause: turning a login on that another route of the edge had taken meanwhile, and the undo of its turning off, failed with "enabled can’t be
// on while …", and "Try again" with the same. Law: what failed says what is so now and what stands in the way, leads there, and can be tried again.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import { Component } from "#pages/route/route-page.tsx";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";

const service = connectedService();
const answer = z.looseObject({ id: z.optional(z.string()) });
const oidc = { issuer: "https://login.example.com", client_id: "c", client_secret: "s" };
const oauth = { provider: { github: { client_id: "c", client_secret: "s", organizations: ["acme"] } } };
const TAKEN =
  /^OIDC is still off on .*\/dispatch\. Route \/reports has OAuth, and an edge can have one login\.$/;
const toast = (text: RegExp) => screen.findByText(text, { selector: "output span" });

async function opened(enabled: boolean) {
  const { owner, path } = await freshRoute(service);
  const edge = path.slice(0, path.indexOf("/routes"));
  await request({ method: "PATCH", path: edge, body: { hostports: [`${enabled}.example:443`] }, answer });
  await request({ method: "PUT", path: `${path}/oidc`, body: { ...oidc, enabled }, answer });
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, secrets: "kept" });
  const app = renderInApp(null, {
    client,
    path: href.route(owner.edgeId, owner.routeId),
    routes: [
      { path: paths.route, Component },
      { path: paths.routeModule, element: <h1>The other login</h1> },
    ],
  });
  const take = async () => {
    const body = { match_type: "path_prefix", match: "/reports", oauth };
    const { id = "" } = await request({ method: "POST", path: `${edge}/routes`, body, answer });
    return { login: `${edge}/routes/${id}/oauth`, at: href.routeModule(owner.edgeId, id, "oauth") };
  };
  return { ...app, take };
}

it("an undo leads to the login that took the place meanwhile, and goes on once that is off", async () => {
  const { user, router, take } = await opened(true);
  await user.click(await screen.findByRole("button", { name: "Turn off OIDC" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: /^Turn off/ }));
  await toast(/^Turned off OIDC on /);
  const { login, at } = await take();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await toast(TAKEN);
  await user.click(screen.getByRole("button", { name: "Open OAuth on /reports" }));
  expect(router.state.location.pathname).toBe(at);
  await toast(/^OIDC is still off on [^ ]*\/dispatch$/);
  await request({ method: "DELETE", path: login });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await toast(/^Undone: OIDC turned on again on /);
});

it("turning on leads there too", async () => {
  const { user, router, take } = await opened(false);
  const button = await screen.findByRole("button", { name: "Turn on OIDC" });
  const { at } = await take();
  await user.click(button);
  await toast(TAKEN);
  await user.click(screen.getByRole("button", { name: "Open OAuth on /reports" }));
  expect(router.state.location.pathname).toBe(at);
});
