// Cause: the undo of a login that was turned on, or was new, opened its route to anyone without a word. Law: who can connect once a guard is
// gone is said, by an undo too, and only where it is so.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import { findContract } from "#contract/modules/contracts.ts";
import { Component as RouteModulePage } from "#pages/route-module/route-module-page.tsx";
import { Component as RoutePage } from "#pages/route/route-page.tsx";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";

const service = connectedService();
const jwt = findContract("route", "jwt_validation")?.example ?? {};
let hosts = 0;

/** A route with these modules, whose edge can't apply compression: its own page, or that of OAuth. */
async function shown(modules: Record<string, object>, page: "route" | "oauth") {
  const { owner, path } = await freshRoute(service);
  const send = (method: "PUT" | "PATCH", at: string, body: object) =>
    request({ method, path: at, body, answer: z.looseObject({}) });
  const host = `undo${(hosts += 1)}.example`;
  await send("PATCH", `/edges/https/${owner.edgeId}`, { hostports: [`${host}:443`] });
  for (const [kind, body] of Object.entries(modules)) await send("PUT", `${path}/${kind}`, body);
  const client = createQueryClient();
  const edge = { unapplied: ["compression"] };
  const baseUrl = `${service.origin}/api`;
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, secrets: "kept", baseUrl, edge });
  const { edgeId, routeId } = owner;
  const at = page === "route" ? href.route(edgeId, routeId) : href.routeModule(edgeId, routeId, "oauth");
  const { user } = renderInApp(null, {
    client,
    path: at,
    routes: [
      { path: paths.route, Component: RoutePage },
      { path: paths.routeModule, Component: RouteModulePage },
    ],
  });
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  const undone = async () => {
    await press("Undo");
    const said = await screen.findByText(/^Undone: /, { selector: "output span" });
    return said.textContent?.replace(`${host}/dispatch`, "HERE");
  };
  return { user, press, undone };
}

it.each([
  ["alone", {}, ". Anyone can connect"],
  ["beside a guard", { user_agent_filter: { deny: ["curl"] } }, ""],
  ["where nobody gets in", { compression: {} }, ""],
])("the undo of a guard that was turned on, %s", async (_, beside, says) => {
  const { press, undone } = await shown({ jwt_validation: { ...jwt, enabled: false }, ...beside }, "route");
  await press("Turn on JWT validation");
  expect(await undone()).toBe(`Undone: JWT validation turned off again on HERE${says}`);
});

it.each([
  ["that is new", {}, "GitHub", "OAuth removed from HERE. Anyone can connect"],
  [
    "that was limited",
    { oauth: { provider: { github: {} } } },
    null,
    "changes to OAuth at HERE. Anyone with a GitHub account can sign in",
  ],
])("the undo of a login %s", async (_, modules, provider, says) => {
  const { user, press, undone } = await shown(modules, "oauth");
  if (provider) await user.click(await screen.findByRole("radio", { name: provider }));
  await user.type(await screen.findByLabelText("Teams"), "acme/ops{Enter}");
  await press("Save");
  expect(await undone()).toBe(`Undone: ${says}`);
});
