import { ipPolicies } from "#resources/ip-policies.ts";
import { writesOf } from "#resources/writes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import { href, paths } from "#resources/paths.ts";
import { createIpRule } from "#resources/ip-rules.ts";
import { Component as NewRule } from "#pages/ip-rule-new/ip-rule-new-page.tsx";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { Component } from "./ip-policy-page.tsx";

connectedService();

it("copies the pending change as the PATCH that saving sends", async () => {
  // Cause: the page offered its GET alone. Law: every pending change can be copied as a command.
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Office" });
  const { user } = renderInApp(null, {
    path: href.ipPolicy(id),
    routes: [{ path: paths.ipPolicy, Component }],
  });
  const name = await screen.findByLabelText("Name");
  expect(screen.queryByRole("button", { name: "Copy this change as" })).toBeNull();
  await user.type(name, " and VPN");
  await user.click(await screen.findByRole("button", { name: "Copy this change as" }));
  await user.click(screen.getByRole("menuitem", { name: "cURL" }));
  await screen.findByText(/^Copied as cURL\./, { selector: "output span" });
  const curl = await navigator.clipboard.readText();
  expect(curl).toContain("PATCH");
  expect(curl).toContain(`/api/ip_policies/${id}`);
  expect(curl).toContain('{"description":"Office and VPN"}');
  await user.clear(name);
  await user.type(name, "Office");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Copy this change as" })).toBeNull());
});

// Cause: only the overview and the list of rules said that a policy is open to everyone. Law: a finding is told where its
// cause is looked at.
it("says that its rules allow everyone, above them", async () => {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Open" });
  for (const cidr of ["0.0.0.0/1", "128.0.0.0/1"])
    await createIpRule({ ip_policy_id: id, action: "allow", cidr }, new Set());
  renderInApp(null, { path: href.ipPolicy(id), routes: [{ path: paths.ipPolicy, Component }] });
  await screen.findByText("Open to everyone.");
  expect(
    screen.getByText("0.0.0.0/1 and 128.0.0.0/1 together allow all IPv4 addresses that no rule denies.", {
      exact: false,
    }),
  ).toBeTruthy();
});

// Cause: a rule added from its policy ended on the list of all rules. Law: a side step leads back to where it began.
it("a rule that is added here leads back here", async () => {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Office" });
  const { user, router } = renderInApp(null, {
    path: href.ipPolicy(id),
    routes: [
      { path: paths.ipPolicy, Component },
      { path: paths.ipRuleNew, Component: NewRule },
    ],
  });
  await user.click(await screen.findByRole("link", { name: "Add rule" }));
  await user.type(await screen.findByLabelText("Range"), "203.0.113.0/24");
  await user.click(screen.getByRole("button", { name: "Create rule" }));
  await screen.findByText("203.0.113.0/24");
  expect(router.state.location.pathname).toBe(href.ipPolicy(id));
});

// Cause: "IP policy saved" named no policy. Law: toasts name what was done and to what.
it("names the policy when it was saved", async () => {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Office" });
  const { user } = renderInApp(null, {
    path: href.ipPolicy(id),
    routes: [{ path: paths.ipPolicy, Component }],
  });
  await user.type(await screen.findByLabelText("Optional notes"), "3rd floor");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("IP policy “Office” saved")).toBeTruthy();
});

// Cause: nothing said where a policy is used; its deletion was offered, and refused by bare IDs. Law: what stands in the way is said
// before an attempt, with the way to it.
it("links to what uses it, on its page and before it is deleted", async () => {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Depots" });
  const restriction = { enabled: true, ip_policy_ids: [id] };
  const edge = await request<{ id: string }>({
    method: "POST",
    path: "/edges/tcp",
    body: { hostports: ["queue.example.com:20379"], ip_restriction: restriction },
  });
  const { user } = renderInApp(null, {
    path: href.ipPolicy(id),
    routes: [{ path: paths.ipPolicy, Component }],
  });
  const [onPage] = await screen.findAllByRole("link", { name: "queue.example.com:20379" });
  expect(onPage?.getAttribute("href")).toBe(href.edge("tcp", edge.id));
  expect(screen.getByRole("link", { name: "Try an address" }).getAttribute("href")).toBe("/ip-rules#lab");
  await user.click(screen.getByRole("button", { name: "Delete IP policy…" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("link", { name: "queue.example.com:20379" })).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Delete IP policy" }).getAttribute("aria-disabled")).toBe("true");
});
