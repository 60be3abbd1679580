// Cause: Back after a rotation led to the page of the key that it had deleted. Law: no way leads to what was deleted here.
import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { ApiKey } from "#contract/api-key.ts";
import { Component as KeyPage } from "#pages/key/key-page.tsx";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./key-rotate-page.tsx";

connectedService();

const make = (description: string) =>
  request({ method: "POST", path: "/api_keys", body: { description }, answer: ApiKey });

it("leads from what was the old key to the new one", async () => {
  const [old, made] = [await make("old ci"), await make("new ci")];
  const { user, router } = renderInApp(null, {
    path: href.key(old.id),
    routes: [
      { path: paths.key, Component: KeyPage },
      { path: paths.keyRotate, Component },
    ],
  });
  await screen.findByRole("heading", { level: 1, name: "old ci" });
  await act(() => router.navigate(`${href.keyRotate(old.id)}?new=${made.id}`));
  await user.click(await screen.findByRole("button", { name: "Delete old key…" }));
  await user.click(await screen.findByRole("button", { name: "Delete old key" }));
  await screen.findByText("Rotated");
  await act(() => router.navigate(-1));
  expect(await screen.findByRole("heading", { level: 1, name: "new ci" })).toBeDefined();
  expect(router.state.location.pathname).toBe(href.key(made.id));
});

// Cause: once the new key was deleted too, "Rotated" and "Open new key" stood beside "not found". Law: what is said of a thing ends with it.
it("says that the new key is deleted too", async () => {
  const [old, made] = [await make("old web"), await make("new web")];
  const path = `${href.keyRotate(old.id)}?new=${made.id}`;
  const { user, client } = renderInApp(null, { path, routes: [{ path: paths.keyRotate, Component }] });
  await user.click(await screen.findByRole("button", { name: "Delete old key…" }));
  await user.click(await screen.findByRole("button", { name: "Delete old key" }));
  await screen.findByText("Rotated");
  await request({ method: "DELETE", path: `/api_keys/${made.id}` });
  await act(() => client.invalidateQueries());
  await screen.findByText("This key was deleted");
  expect(screen.queryByText("Rotated")).toBeNull();
  expect(screen.queryByRole("link", { name: "Open new key" })).toBeNull();
});
