// Cause: as soon as a field of a login that fails was changed, its page said "On" in green and no longer why sign-ins fail, as if the draft
// had mended it. Law: the state and what requests met are those of what is stored, until a save.
import { screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { createQueryClient } from "#api/query-client.ts";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { forgetConnection } from "#api/connection.ts";
import { href, paths } from "#resources/paths.ts";
import { UNREACHED_KEY } from "#resources/unreachable.ts";
import { Component } from "#pages/route-module/route-module-page.tsx";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";

const LOGIN = { issuer: "https://login.example.com", client_id: "reports", client_secret: "second" };
const FAILED = { failed: 1, of: 1, since: "2026-11-21T14:00:00Z", error_code: "ERR_GATEHOUSE_3244" };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(forgetConnection);

it("of a login that fails, its page says so and why while it is edited", async () => {
  const { owner, path } = await freshRoute(service);
  await request({ method: "PUT", path: `${path}/oidc`, body: LOGIN, answer: z.looseObject({}) });
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, secrets: "kept" });
  const ids = { endpoint_id: "ep_1", edge_id: owner.edgeId, route_id: owner.routeId, tunnel_id: null };
  client.setQueryData(UNREACHED_KEY, [{ ...ids, ...FAILED }], { updatedAt: Date.now() + 60_000 });
  const { user } = renderInApp(null, {
    client,
    path: href.routeModule(owner.edgeId, owner.routeId, "oidc"),
    routes: [{ path: paths.routeModule, Component }],
  });
  const issuer = await screen.findByLabelText<HTMLInputElement>("Issuer");
  const expectFailing = () => {
    expect(screen.getByText("Failing")).toBeTruthy();
    expect(screen.queryByText("On")).toBeNull();
    expect(screen.getByText(/Sign-ins have failed since/)).toBeTruthy();
  };
  const bar = () => document.querySelector("[data-bottom-bar]")?.textContent;
  await screen.findByText("Failing");
  expectFailing();
  expect(bar()).toContain("Sign-in fails");
  await user.type(issuer, "/tenant");
  expectFailing();
  // Cause: that sign-ins fail took the place of what a save of the draft can't undo. Law: the save bar says what a save does.
  expect(bar()).toMatch(/^1 changeCan’t be undone/);
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await user.click(screen.getByLabelText("Apply to traffic"));
  expectFailing();
});
