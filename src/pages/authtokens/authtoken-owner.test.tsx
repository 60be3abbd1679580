// Cause: whose an authtoken is was an id, beside keys that named their owner. Law: an owner has a name wherever the service can tell it,
// and the name leads to what they did.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import type { Credential } from "#contract/credential.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./authtokens-page.tsx";

connectedApp();

it("names the owner, with a link to what they did", async () => {
  const { id, owner_id: owner } = await request<Credential>({
    method: "POST",
    path: "/credentials",
    body: { description: "Shop floor" },
  });
  const { events } = await request<{ events: { principal: { id: string; subject: string } }[] }>({
    method: "GET",
    path: "/events",
  });
  const name = events.find(({ principal }) => principal.id === owner)!.principal.subject;
  renderInApp(null, {
    path: `${href.authtokens()}?open=${id}`,
    routes: [{ path: paths.authtokens, Component }],
  });
  const link = await screen.findByRole("link", { name });
  expect(link.getAttribute("href")).toBe(href.activity(`?principal=${owner}`));
  expect(screen.getByRole("button", { name: `Copy ${owner}` })).toBeDefined();
});

// Cause: the filter by owner listed ids.
it("filters by owners by their names", async () => {
  const { owner_id: owner } = await request<Credential>({ method: "POST", path: "/credentials", body: {} });
  const { events } = await request<{ events: { principal: { id: string; subject: string } }[] }>({
    method: "GET",
    path: "/events",
  });
  const name = events.find(({ principal }) => principal.id === owner)!.principal.subject;
  const { user } = renderInApp(null, {
    path: `${href.authtokens()}?owner=${owner}`,
    routes: [{ path: paths.authtokens, Component }],
  });
  await user.click(await screen.findByRole("button", { name: `Owner ${name}` }));
  expect(await screen.findByRole("checkbox", { name, checked: true })).toBeDefined();
});
