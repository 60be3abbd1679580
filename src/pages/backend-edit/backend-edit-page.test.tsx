// Cause: backends and certificate authorities could be created and deleted only, so a label that was typed wrong cost a new backend and
// a change of each route. Law: what the console creates it can change, and asks before a save takes offline what uses it.
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { request } from "#api/client.ts";
import type { TunnelGroupBackend } from "#contract/backend.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { href, paths } from "#resources/paths.ts";
import { backendsOf } from "#resources/tunnel-names.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component as AuthorityEdit } from "../certificate-authority-edit/certificate-authority-edit-page.tsx";
import { Component } from "./backend-edit-page.tsx";

connectedService({ demo: 8 });

const get = <T,>(path: string) => request<T>({ method: "GET", path });
const backendAt = (id: string) => get<TunnelGroupBackend>(`/backends/tunnel_group/${id}`);

/** A backend of the demo that is online. */
async function served(): Promise<string> {
  const { tunnels } = await get<{ tunnels: Tunnel[] }>("/tunnels");
  return backendsOf(tunnels.find((tunnel) => backendsOf(tunnel).length > 0)!)[0]!.id;
}

it("changes a label after asking what it takes offline, and undoes it", async () => {
  const id = await served();
  const before = await backendAt(id);
  const { user } = renderInApp(null, {
    path: href.backendEdit(id),
    routes: [{ path: paths.backendEdit, Component }],
  });
  const value = await screen.findByLabelText<HTMLInputElement>("Labels 1: Value");
  expect(value.value).toBe(Object.values(before.labels!)[0]);
  expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-disabled")).toBe("true");
  await user.clear(value);
  await user.type(value, "nowhere");
  await screen.findByText("No online tunnel matches yet");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect((await dialog.findAllByRole("link")).length).toBeGreaterThan(0);
  expect(await backendAt(id)).toEqual(before);
  await user.click(dialog.getByRole("button", { name: "Save and take offline" }));
  await screen.findByText(/^Backend “.+” saved/);
  const [first] = Object.keys(before.labels!);
  expect((await backendAt(id)).labels).toEqual({ ...before.labels, [first!]: "nowhere" });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText(/^Undone: changes to backend/);
  expect((await backendAt(id)).labels).toEqual(before.labels);
});

// Cause: of two labels of one name the first was dropped without a word. Law: nothing that was typed is lost without a word.
it("saves no two labels of one name", async () => {
  const id = await served();
  const before = await backendAt(id);
  const { user } = renderInApp(null, {
    path: href.backendEdit(id),
    routes: [{ path: paths.backendEdit, Component }],
  });
  const [name] = Object.keys(before.labels!);
  await user.click(await screen.findByRole("button", { name: "Add label" }));
  const row = Object.keys(before.labels!).length + 1;
  await user.type(screen.getByLabelText(`Labels ${row}: Name`), name!);
  await user.type(screen.getByLabelText(`Labels ${row}: Value`), "other");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/same name as row 1\. Names must be unique/);
  expect(await backendAt(id)).toEqual(before);
});

// Law: what can't be read may be in use, so the question is asked.
it("asks as well where tunnels can't be read, and not for another name", async () => {
  const id = await served();
  const real = globalThis.fetch;
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return /\/tunnels(\?|$)/.test(url) ? Promise.reject(new TypeError("cut")) : real(input, init);
  });
  const { user } = renderInApp(null, {
    path: href.backendEdit(id),
    routes: [{ path: paths.backendEdit, Component }],
  });
  await user.type(await screen.findByLabelText("Name"), "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/^Backend “.+” saved/);
  await user.type(screen.getByLabelText("Labels 1: Value"), "x");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/^Tunnels could not be read\./)).toBeDefined();
  fetched.mockRestore();
});

it("says that a backend needs a label at its field, and sends nothing", async () => {
  const id = await served();
  const before = await backendAt(id);
  const { user } = renderInApp(null, {
    path: href.backendEdit(id),
    routes: [{ path: paths.backendEdit, Component }],
  });
  await screen.findByLabelText("Labels 1: Value");
  for (const _ of Object.keys(before.labels!))
    await user.click(screen.getAllByRole("button", { name: /^Remove / })[0]!);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/must have at least one label/i);
  expect(await backendAt(id)).toEqual(before);
});

it("changes the name of a certificate authority, and leaves its certificate", async () => {
  type Listed = { certificate_authorities: { id: string; ca_pem: string; description: string }[] };
  const [authority] = (await get<Listed>("/certificate_authorities")).certificate_authorities;
  const { user } = renderInApp(null, {
    path: href.certificateAuthorityEdit(authority!.id),
    routes: [{ path: paths.certificateAuthorityEdit, Component: AuthorityEdit }],
  });
  await user.type(await screen.findByLabelText("Name"), " 2");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/^Certificate authority “.+” saved/);
  const after = await get<object>(`/certificate_authorities/${authority!.id}`);
  expect(after).toMatchObject({ ...authority, description: `${authority!.description} 2` });
});
