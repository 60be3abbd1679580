// Cause: what a login copies from the one that it replaces was read once, when its form opened: after the undo of a change of that one,
// "Copied from OAuth: Session duration" stood over a value that OAuth no longer had. Law: what is called copied is what is there;
// what was typed stays.
import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import * as z from "zod/mini";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { forgetConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { requestNothing } from "#api/request-nothing.ts";
import { href, paths } from "#resources/paths.ts";
import { Component } from "#pages/route-module/route-module-page.tsx";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";

const oauth = {
  provider: { github: { client_id: "c", client_secret: "s", organizations: ["northwind"] } },
  maximum_duration: 900,
};

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

const put = (body: object) =>
  request({ method: "PUT", path: `${route.path}/oauth`, body, answer: z.looseObject({}) });

/** The form of one login, and of the one that is to replace it. */
const pathOf = (module: "oauth" | "oidc") =>
  href.routeModule(route.owner.edgeId, route.owner.routeId, module) +
  (module === "oidc" ? "?instead_of=oauth" : "");

/** The form of a login of the route, of a service that keeps secrets; `poll` reads what is shown again. */
function open(module: "oauth" | "oidc") {
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, secrets: "kept" });
  const view = renderInApp(null, {
    client,
    path: pathOf(module),
    routes: [{ path: paths.routeModule, Component }],
  });
  const poll = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey !== appConfigQuery.queryKey });
  return { ...view, poll };
}
const duration = () => screen.findByLabelText<HTMLInputElement>("Session duration");
const copied = () => screen.queryByText("OIDC replaces OAuth.")?.closest("[role=note]")?.textContent;
const becomes = (value: string) => waitFor(async () => expect((await duration()).value).toBe(value));

it("follows the undo of a change of the login that it replaces", async () => {
  await put(oauth);
  const { user, router } = open("oauth");
  await user.clear(await duration());
  await user.type(await duration(), "1200");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const undo = await screen.findByRole("button", { name: "Undo" });
  await router.navigate(pathOf("oidc"));
  await screen.findByText("OIDC replaces OAuth.");
  await becomes("1200");
  await user.click(undo);
  await becomes("900");
  expect(copied()).toContain("Copied from OAuth: Session duration.");
  await user.click(screen.getByRole("tab", { name: "JSON" }));
  expect((await screen.findByRole<HTMLTextAreaElement>("textbox")).value).toContain(
    '"maximum_duration": 900',
  );
});

it("has nothing copied once that login is gone", async () => {
  await put(oauth);
  const { poll } = open("oidc");
  await becomes("900");
  await requestNothing({ method: "DELETE", path: `${route.path}/oauth` });
  await poll();
  await becomes("");
  expect(screen.queryByText("OIDC replaces OAuth.")).toBeNull();
  expect(screen.queryByRole("button", { name: "Discard changes" })).toBeNull();
});

it("keeps what was typed, and what else is copied follows", async () => {
  await put({ ...oauth, inactivity_timeout: 300 });
  const { user, poll } = open("oidc");
  await becomes("900");
  await user.type(screen.getByLabelText("Issuer"), "https://login.example.com");
  await user.clear(await duration());
  await user.type(await duration(), "60");
  await put({ ...oauth, maximum_duration: 1200, inactivity_timeout: 240 });
  await poll();
  await waitFor(() => expect(screen.getByLabelText("Sign out when idle")).toHaveProperty("value", "240"));
  expect((await duration()).value).toBe("60");
  expect(screen.getByLabelText("Issuer")).toHaveProperty("value", "https://login.example.com");
});
