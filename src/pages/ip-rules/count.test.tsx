// Cause: "24 rules in 6 policies" stood beside "allowed by 1 of 7 policies": the one without rules was left out. Law: two numbers of the
// same thing agree.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./ip-rules-page.tsx";

connectedService();
const post = (path: string, body: object) => request<{ id: string }>({ method: "POST", path, body });

it("counts the policies without rules among all", async () => {
  const { id } = await post("/ip_policies", { description: "Office" });
  await post("/ip_policy_rules", { ip_policy_id: id, action: "allow", cidr: "192.0.2.0/25" });
  const first = renderInApp(null, { path: href.ipRules(), routes: [{ path: paths.ipRules, Component }] });
  expect(await screen.findByText("1 rule in 1 policy")).toBeDefined();
  first.unmount();
  await post("/ip_policies", { description: "Empty" });
  renderInApp(null, { path: href.ipRules(), routes: [{ path: paths.ipRules, Component }] });
  expect(await screen.findByText("1 rule in 1 of 2 policies")).toBeDefined();
});
