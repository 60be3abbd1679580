import { Outlet } from "react-router-dom";
import { ipPolicies } from "#resources/ip-policies.ts";
import { writesOf } from "#resources/writes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import { createIpRule } from "#resources/ip-rules.ts";
import { href, paths } from "#resources/paths.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { Component } from "./ip-rule-new-page.tsx";

connectedService();

// Cause: without policies the field was a bare text for an ID, which no range and no name is. Law: no dead end: the first policy
// is created where it is missing.
it("creates the first policy in its field", async () => {
  const { user } = renderInApp(null, {
    path: href.ipRuleNew(),
    routes: [{ path: paths.ipRuleNew, Component }],
  });
  await screen.findByRole("option", { name: "No IP policies yet" });
  await user.click(screen.getByRole("button", { name: "Create IP policy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New IP policy" }));
  await user.type(dialog.getByLabelText("Name"), "Yards");
  await user.click(dialog.getByRole("button", { name: "Create IP policy" }));
  await waitFor(() => expect(screen.getByRole("option", { name: "Yards", selected: true })).toBeDefined());
  expect(screen.queryByRole("dialog", { name: "New IP policy" })).toBeNull();
  // Cause: the focus went with the button. Law: it comes back to what opened the dialog.
  const opener = screen.getByRole("button", { name: "Create IP policy" });
  await waitFor(() => expect(document.activeElement).toBe(opener));
  await user.type(screen.getByLabelText("Range"), "203.0.113.0/24");
  await user.click(screen.getByRole("button", { name: "Create rule" }));
  await screen.findByText("Rule allow 203.0.113.0/24 created");
});

it("warns of a rule for everyone before it is made, and copies the POST that making sends", async () => {
  // Cause: the dialog called ::/0 "Every IPv6 address" without a warning. Law: a range that holds every address is
  // warned of.
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Office" });
  const make = (path: string, body: object) => request<{ id: string }>({ method: "POST", path, body });
  const edge = await make("/edges/https", { hostports: ["office.example:443"] });
  const restricted = (match: string, enabled: boolean) =>
    make(`/edges/https/${edge.id}/routes`, {
      match_type: "path_prefix",
      match,
      ip_restriction: { enabled, ip_policy_ids: [id] },
    });
  const route = await restricted("/dispatch", true);
  await restricted("/off", false);
  const { user } = renderInApp(null, {
    path: href.ipRuleNew(`?to=${id}`),
    routes: [{ path: paths.ipRuleNew, Component }],
  });
  const range = await screen.findByLabelText("Range");
  await user.type(range, "::/0");
  expect(await screen.findByText("Open to everyone.")).toBeDefined();
  // Cause: it was asked of the policy alone, and what opens with it was named nowhere. Law: a question names what it is about.
  expect(await screen.findByText("Office is used by")).toBeDefined();
  const used = await screen.findByRole("link", { name: "office.example/dispatch" });
  expect(used.getAttribute("href")).toBe(href.route(edge.id, route.id));
  expect(screen.queryByText(/\/off$/)).toBeNull();
  // Cause: the warning alone stood between a slip and a policy open to everyone. Law: it is confirmed before it is sent.
  const create = screen.getByRole("button", { name: "Create rule" });
  expect(create.getAttribute("aria-disabled")).toBe("true");
  await user.type(range, "{Enter}");
  await user.click(screen.getByRole("checkbox", { name: "Yes, allow everyone" }));
  expect(create.getAttribute("aria-disabled")).toBeNull();
  await user.click(screen.getByRole("radio", { name: /^Deny/ }));
  expect(await screen.findByText("Closed to everyone.")).toBeDefined();
  expect(create.getAttribute("aria-disabled")).toBe("true");
  await user.clear(range);
  await user.type(range, "::/1");
  await waitFor(() => expect(screen.queryByText("Closed to everyone.")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Copy as" }));
  await user.click(screen.getByRole("menuitem", { name: "JSON" }));
  await screen.findByText(/^Copied as JSON\./, { selector: "output span" });
  const body = JSON.parse(await navigator.clipboard.readText()) as unknown;
  expect(body).toEqual({ ip_policy_id: id, action: "deny", cidr: "::/1" });
});

// Cause: a list without a choice was told as "Must be an ID that starts with ipp_.", and a range that was said to be read as
// 203.0.113.5/32 was refused. Law: a fault is in the words of its field, and what is said to be read is what is sent.
it("asks for a policy, and sends a range as it says that it reads it", async () => {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Dispatch" });
  const { user } = renderInApp(null, {
    path: href.ipRuleNew(),
    routes: [{ path: paths.ipRules, Component: Outlet, children: [{ path: paths.ipRuleNew, Component }] }],
  });
  await screen.findByRole("option", { name: "Dispatch" });
  await user.type(screen.getByLabelText("Range"), "203.0.113.5");
  const create = screen.getByRole("button", { name: "Create rule" });
  await user.click(create);
  expect(await screen.findByText("Choose a policy.")).toBeDefined();
  await user.selectOptions(screen.getByRole("combobox"), id);
  await user.click(create);
  expect(await screen.findByText("Rule allow 203.0.113.5/32 created")).toBeDefined();
});

// Cause: a rule that locked out who created it was one press, while one for everyone was confirmed; and that a rule there covers it
// was said only afterwards. Law: what can't be undone from outside is confirmed, and what changes nothing is said before.
it("asks before a rule locks you out, and says what covers it already", async () => {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Office" });
  await createIpRule({ ip_policy_id: id, action: "allow", cidr: "127.0.0.0/8" }, new Set());
  const { user } = renderInApp(null, {
    path: href.ipRuleNew(`?to=${id}&cidr=127.0.0.0/16`),
    routes: [{ path: paths.ipRules, Component: Outlet, children: [{ path: paths.ipRuleNew, Component }] }],
  });
  await screen.findByText("Redundant overlap");
  expect(document.body.textContent).toContain("127.0.0.0/16 is inside 127.0.0.0/8, with the same action.");
  await user.click(screen.getByRole("radio", { name: /^Deny/ }));
  const box = await screen.findByRole("checkbox", { name: "Yes, lock me out" });
  expect(screen.queryByText("Redundant overlap")).toBeNull();
  const create = screen.getByRole("button", { name: "Create rule" });
  expect(create.getAttribute("aria-disabled")).toBe("true");
  await user.click(box);
  await user.click(create);
  await screen.findByText("Rule deny 127.0.0.0/16 created");
});

// Cause: "Undone: allow … deleted" was said of a rule that had gone with its policy. Law: what came of it is said as it was.
it("its undo says when the rule is gone already", async () => {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Lofts" });
  const { user } = renderInApp(null, {
    path: href.ipRuleNew(`?to=${id}`),
    routes: [{ path: paths.ipRules, Component: Outlet, children: [{ path: paths.ipRuleNew, Component }] }],
  });
  await user.type(await screen.findByLabelText("Range"), "203.0.113.0/24");
  await user.click(screen.getByRole("button", { name: "Create rule" }));
  await screen.findByText("Rule allow 203.0.113.0/24 created");
  await request({ method: "DELETE", path: ipPolicies.pathOf(id) });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Already deleted: allow 203.0.113.0/24");
  expect(screen.queryByText(/^Undone/)).toBeNull();
});

// Cause: a policy that the service had just called unknown was still offered. Law: what is known to be gone is offered nowhere.
it("no longer offers a policy that another tab deleted", async () => {
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Silos" });
  const { user } = renderInApp(null, {
    path: href.ipRuleNew(`?to=${id}`),
    routes: [{ path: paths.ipRuleNew, Component }],
  });
  await user.type(await screen.findByLabelText("Range"), "203.0.113.0/24");
  await screen.findByRole("option", { name: "Silos" });
  await request({ method: "DELETE", path: ipPolicies.pathOf(id) });
  await user.click(screen.getByRole("button", { name: "Create rule" }));
  await waitFor(() => expect(screen.queryByRole("option", { name: "Silos" })).toBeNull());
});
