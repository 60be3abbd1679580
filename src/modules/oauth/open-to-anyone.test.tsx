// Cause: a login was saved without its only limit, and its route was open to anyone with an account at once, while turning it off
// asks. Law: what lets in more people than meant is asked about before it is saved, in numbers.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { request } from "#api/client.ts";
import { Oauth } from "#contract/modules/oauth.ts";
import { Component } from "#pages/route-module/route-module-page.tsx";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";

connectedService();

const make = (path: string, body: object) =>
  request({ method: "POST", path, body, answer: z.looseObject({ id: z.string() }) });

it("asks before a save lets in anyone with an account", async () => {
  const edge = await make("/edges/https", { hostports: ["app.example:443"] });
  const oauth = { provider: { google: { email_domains: ["example.com"] } } };
  const routes = `/edges/https/${edge.id}/routes`;
  const route = await make(routes, { match_type: "path_prefix", match: "/", oauth });
  const path = `${routes}/${route.id}/oauth`;
  const domains = async () =>
    (await request({ method: "GET", path, answer: Oauth })).provider.google?.email_domains;
  const { user } = renderInApp(null, {
    path: href.routeModule(edge.id, route.id, "oauth"),
    routes: [{ path: paths.routeModule, Component }],
  });
  await user.click(await screen.findByRole("button", { name: /^Remove example\.com/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("1 address: anyone with a Google account can sign in")).toBeDefined();
  expect(dialog.getByText("app.example/")).toBeDefined();
  expect(await domains()).toEqual(["example.com"]);
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/^OAuth saved on /, { selector: "output span" })).toBeDefined();
  expect(await domains()).toEqual([]);
});
