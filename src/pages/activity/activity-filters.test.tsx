import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { request } from "#api/client.ts";
import { getConnection } from "#api/connection.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./activity-page.tsx";

connectedService();
type Made = { id: string; token: string };
const call = (method: "POST" | "DELETE", path: string, body?: object) =>
  request<Made>({ method, path, ...(body && { body }) });

function open(search = "") {
  return renderInApp(null, {
    path: href.activity(search),
    routes: [
      { path: paths.activity, Component },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
  });
}

/** A key that created another, both deleted since. */
async function deletedKey(description: string): Promise<Made> {
  const key = await call("POST", "/api_keys", { description });
  const connection = { ...getConnection()!, key: key.token };
  const body = { description: "made by it" };
  const made = await request<Made>({ method: "POST", path: "/api_keys", body, connection });
  for (const { id } of [made, key]) await request({ method: "DELETE", path: `/api_keys/${id}` });
  return key;
}

// Cause: the page was mounted anew for each filter, and the control that had the focus with it. Law: only another page moves the focus.
it("keeps the focus in the control that was changed", async () => {
  await call("POST", "/ip_policies", { description: "one" });
  const { user, router } = open();
  await screen.findByRole("button", { name: /^Details of created IP policy/ });
  const kind = screen.getByLabelText("Kind");
  await user.click(kind);
  await user.selectOptions(kind, "IP policies");
  await vi.waitFor(() => expect(router.state.location.search).toBe("?resource=ip_policy"));
  expect(document.activeElement).toBe(kind);
  const from = screen.getByLabelText("From");
  from.focus();
  fireEvent.change(from, { target: { value: "2026-01-02T00:00" } });
  await vi.waitFor(() => expect(router.state.location.search).toContain("since="));
  await screen.findByRole("button", { name: /^Details of created IP policy/ });
  expect(document.activeElement).toBe(from);
});

// Cause: filters were removed one by one. Law: what is set in several places is cleared in one.
it("clears all filters at once, and the focus stays with them", async () => {
  const { user, router } = open("?resource=ip_policy&principal=usr_1&until=2026-01-02T00:00:00Z");
  await user.click(await screen.findByRole("button", { name: "Clear filters" }));
  expect(router.state.location.search).toBe("");
  expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Kind"));
});

// Cause: "New changes that match appear here" was said of times that are over. Law: nothing is promised that can't come.
it("says of times that can't be what is wrong, and promises nothing of those that are over", async () => {
  const { unmount } = open("?since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z");
  const until = await screen.findByLabelText("Until");
  expect(until.getAttribute("aria-invalid")).toBe("true");
  const fault = document.getElementById(until.getAttribute("aria-describedby") ?? "");
  expect(fault?.textContent).toBe("Until is before From.");
  await vi.waitFor(() => expect(screen.queryByLabelText("Loading the activity")).toBeNull());
  expect(screen.queryByText("No change matches")).toBeNull();
  unmount();
  open("?until=2026-01-01T00:00:00Z");
  await screen.findByText("Choose another time or clear filters.");
  expect(screen.getByLabelText("Until").getAttribute("aria-invalid")).toBeNull();
  cleanup();
  const { container } = open("?since=yesterday");
  await screen.findByText("Invalid time “yesterday”. Example: 2026-11-22T10:30:00Z");
  await vi.waitFor(() => expect(screen.queryByLabelText("Loading the activity")).toBeNull());
  expect(screen.queryByText("No change matches")).toBeNull();
  expect(container.querySelectorAll("main li, [role=alert]")).toHaveLength(0);
});

// Cause: only keys that are still there could be chosen, and in what one of them did, a deleted key was a link to nothing. Law: all
// that is told can be filtered by; a link leads to what is there.
it("chooses a deleted key too, by its name, and links nothing that is gone", async () => {
  const key = await deletedKey("nightly");
  await call("POST", "/ip_policies", { description: "there" });
  const { user } = open("?type=ip_policy_created.v0");
  await screen.findByRole("link", { name: "there" });
  await screen.findByRole("option", { name: "nightly (deleted)" });
  const choice = screen.getByLabelText("Key");
  await user.selectOptions(choice, key.id);
  await user.click(screen.getByRole("button", { name: "Remove filter Event type" }));
  const opener = await screen.findByRole("button", { name: "Details of created key made by it" });
  expect(within(opener.parentElement!).queryByRole("link")).toBeNull();
  expect(choice).toHaveProperty("value", key.id);
  expect(screen.getByRole("option", { name: "nightly (deleted)" })).toBeDefined();
});
