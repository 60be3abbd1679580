// Cause: who is no admin was offered to rotate the keys of others, and to own keys for them, which always failed. Law: what one
// may not do is off, with why.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { getConnection, setConnection } from "#api/connection.ts";
import { ApiKey } from "#contract/api-key.ts";
import { href, paths } from "#resources/paths.ts";
import { addMember } from "#service/testing/test-member.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component as NewKey } from "../key-new/key-new-page.tsx";
import { Component as RotatePage } from "../key-rotate/key-rotate-page.tsx";
import { Component as KeysPage } from "../keys/keys-page.tsx";
import { Component } from "./key-page.tsx";

const service = connectedService();
const REASON = "Only its owner or an admin can rotate it";
const make = (description: string) =>
  request({ method: "POST", path: "/api_keys", body: { description }, answer: ApiKey });

it("keys of others can't be rotated, one's own can", async () => {
  const theirs = await make("theirs");
  const { token: key } = await addMember(service.db);
  const place = getConnection();
  if (place) setConnection({ ...place, key }, { remember: false });
  const own = await make("own");
  const routes = [
    { path: paths.key, Component },
    { path: paths.keyRotate, Component: RotatePage },
    { path: paths.keys, Component: KeysPage, children: [{ path: paths.keyNew, Component: NewKey }] },
  ];
  const { user, router } = renderInApp(null, { path: href.key(theirs.id), routes });
  const rotate = await screen.findByRole("button", { name: "Rotate…" });
  await user.hover(rotate);
  expect(await screen.findByText(REASON)).toBeDefined();
  await router.navigate(href.keyRotate(theirs.id));
  const create = await screen.findByRole("button", { name: "Create new key" });
  expect(create.getAttribute("aria-disabled")).toBe("true");
  await router.navigate(href.keys());
  await user.click(await screen.findByRole("button", { name: "Actions for theirs" }));
  expect((await screen.findByRole("menuitem", { name: /^Rotate/ })).textContent).toContain(REASON);
  await user.keyboard("{Escape}");
  await router.navigate(href.key(own.id));
  expect(await screen.findByRole("link", { name: "Rotate…" })).toBeDefined();
  await router.navigate(href.keyNew());
  const owner = await screen.findByRole("combobox", { name: "Owner" });
  await user.click(owner);
  expect(await screen.findByText(/^Only admins can choose someone else/)).toBeDefined();
  expect((await screen.findAllByRole("option")).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^You/),
  ]);
});
