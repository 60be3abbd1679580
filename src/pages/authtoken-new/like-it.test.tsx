// Cause: an authtoken could not be rotated but by typing its rules, name and notes again. Law: a new one starts as a copy of the old,
// which stays, and its form is as any other.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { Credential, CredentialList } from "#contract/credential.ts";
import { Component as List } from "#pages/authtokens/authtokens-page.tsx";
import { href, paths } from "#resources/paths.ts";
import { addMember } from "#service/testing/test-member.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./authtoken-new-page.tsx";

const service = connectedService();
const texts = { description: "Shop floor", metadata: '{"site":"ams"}', acl: ["bind:app=shop"] };
const listed = async () =>
  (await request({ method: "GET", path: "/credentials", answer: CredentialList })).credentials;

const open = (path: string) =>
  renderInApp(null, {
    path,
    routes: [{ path: paths.authtokens, Component: List, children: [{ path: "new", Component }] }],
  });

it("is a copy, of the same owner, and leaves the old one", async () => {
  const { userId: owner_id } = await addMember(service.db);
  const body = { ...texts, owner_id };
  const old = await request({ method: "POST", path: "/credentials", body, answer: Credential });
  const { user } = open(href.authtokens());
  await user.click(await screen.findByRole("button", { name: /Actions/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Create one like it…" }));
  const dialog = await screen.findByRole("dialog", { name: "New authtoken" });
  expect(dialog.textContent).toContain("A copy of “Shop floor”, which keeps working until you delete it.");
  // Cause: it promised a command, also where the rules allow none. Law: a form promises what every authtoken gets.
  expect(dialog.textContent).toContain("Agents connect with it. You see it once.");
  await user.click(screen.getByRole("button", { name: "Create authtoken" }));
  await waitFor(async () => expect(await listed()).toHaveLength(2));
  const [made, kept] = await listed();
  expect(kept).toEqual({ ...old, token: null });
  expect(made).toMatchObject({ ...texts, owner_id });
});

it("starts empty where the old one is gone, and leaves nothing of it in the address", async () => {
  const { user, router } = open(href.authtokenNew("?like=cr_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX"));
  await screen.findByRole("dialog", { name: "New authtoken" });
  expect(screen.queryByText(/A copy of/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/authtokens", search: "" }));
});
