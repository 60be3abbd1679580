import { ipPolicies } from "#resources/ip-policies.ts";
import { writesOf } from "#resources/writes.ts";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { href, paths } from "#resources/paths.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { Component } from "./ip-rule-new-page.tsx";

connectedService();

it("warns of a rule for everyone before it is made, and copies the POST that making sends", async () => {
  // Cause: the dialog called ::/0 "Every IPv6 address" without a warning. Law: a range that holds every address is
  // warned of.
  const { id } = await writesOf(createQueryClient(), ipPolicies).create({ description: "Office" });
  const { user } = renderInApp(null, {
    path: href.ipRuleNew(`?to=${id}`),
    routes: [{ path: paths.ipRuleNew, Component }],
  });
  const range = await screen.findByLabelText("Range");
  await user.type(range, "::/0");
  expect(await screen.findByText("Open to everyone.")).toBeDefined();
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
