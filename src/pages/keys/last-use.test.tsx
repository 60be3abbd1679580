// Cause: "delete the old one when nothing uses it" was asked of who could not know. Law: where a key is listed, shown, rotated or deleted,
// it is said when it was last used; where the service does not tell, nothing is said.
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { ApiKey } from "#contract/api-key.ts";
import { Component as KeyPage } from "#pages/key/key-page.tsx";
import { Component as RotatePage } from "#pages/key-rotate/key-rotate-page.tsx";
import { href, paths } from "#resources/paths.ts";
import { writeUse } from "#service/store/key-uses.ts";
import { timestamp } from "#service/store/time.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component as KeysPage } from "./keys-page.tsx";

const service = connectedService();
const make = (description: string) =>
  request({ method: "POST", path: "/api_keys", body: { description }, answer: ApiKey });

let used: ApiKey;
let idle: ApiKey;
beforeEach(async () => {
  [used, idle] = [await make("ci"), await make("old phone")];
  await writeUse(service.db, used.id, timestamp(new Date(Date.now() - 2 * 3_600_000)));
});

const open = (path: string) =>
  renderInApp(null, {
    path,
    routes: [
      { path: paths.keys, Component: KeysPage },
      { path: paths.key, Component: KeyPage },
      { path: paths.keyRotate, Component: RotatePage },
    ],
  });
const lastUsed = async (within_: { findByText: typeof screen.findByText } = screen, label = "Last used") =>
  (await within_.findByText(label)).nextElementSibling?.textContent;

it("in the list", async () => {
  open(href.keys());
  const rowOf = (name: string) => screen.getByRole("link", { name }).closest("[data-key]");
  await screen.findByText("No use recorded");
  expect(rowOf("ci")?.textContent).toContain("2 h ago");
  expect(rowOf("old phone")?.textContent).toContain("No use recorded");
});

it("on its page, and before it is deleted", async () => {
  const { user } = open(href.key(used.id));
  expect(await lastUsed()).toBe("2 h ago");
  await user.click(screen.getByRole("button", { name: "Delete key…" }));
  expect(await lastUsed(within(await screen.findByRole("dialog")))).toBe("2 h ago");
});

// Cause: the key of this console was "58 s" unused while it was used. Law: what is known to the minute is said to the minute.
it("just now, within what is known", async () => {
  await writeUse(service.db, used.id, timestamp(new Date(Date.now() - 70_000)));
  open(href.key(used.id));
  expect(await lastUsed()).toBe("just now");
});

it("while it is rotated", async () => {
  // Cause: the last step said it of the old key alone. Law: who deletes the old key sees whether the new one is in its place.
  const { user } = open(`${href.keyRotate(idle.id)}?new=${used.id}`);
  expect(await lastUsed()).toBe("No use recorded");
  expect(await lastUsed(screen, "New key used")).toBe("2 h ago");
  await user.click(screen.getByRole("button", { name: "Delete old key…" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await lastUsed(dialog)).toBe("No use recorded");
  expect(await lastUsed(dialog, "New key used")).toBe("2 h ago");
});
