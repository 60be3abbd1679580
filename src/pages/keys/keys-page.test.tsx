import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { getConnection, setConnection } from "#api/connection.ts";
import { request } from "#api/client.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./keys-page.tsx";

connectedService();

it("marks the key that is in use, also once another tab signed in with another", async () => {
  // Cause: the row of the key that was used before kept "this console". Law: what is marked is what is used.
  const body = { description: "CI dark" };
  const { token } = await request<{ token: string }>({ method: "POST", path: "/api_keys", body });
  renderInApp(null, { path: href.keys(), routes: [{ path: paths.keys, Component }] });
  const marked = async () => (await screen.findByText("this console")).closest("[data-key]") as HTMLElement;
  await screen.findByRole("link", { name: "CI dark" });
  expect(within(await marked()).queryByRole("link", { name: "CI dark" })).toBeNull();
  act(() => setConnection({ ...getConnection()!, key: token }, { remember: false }));
  expect(within(await marked()).getByRole("link", { name: "CI dark" })).toBeTruthy();
});
