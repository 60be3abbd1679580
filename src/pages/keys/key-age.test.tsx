// Cause: at 360 px nothing told two keys of one name apart by their age. Law: what tells rows apart stays where they are stacked, with a
// label, since no head stands above it.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./keys-page.tsx";

connectedService();

it("is in the small line of a stacked row", async () => {
  await request({ method: "POST", path: "/api_keys", body: { description: "ci" } });
  renderInApp(null, { path: href.keys(), routes: [{ path: paths.keys, Component }] });
  const row = (await screen.findByRole("link", { name: "ci" })).closest("[data-key]");
  await screen.findByRole("columnheader", { name: /Last used/ });
  await expect
    .poll(() => [...(row?.querySelectorAll(".sub") ?? [])].map((cell) => cell.textContent))
    .toContainEqual(expect.stringMatching(/^Created .* ago$/));
});
