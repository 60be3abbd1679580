// Cause: a replacement, unlike a new rule, did not say what it does to visitors, and one that locked out who did it was one press.
// Law: every change of rules is tried on the requests of the last hour, at every policy that it changes, and a lock-out is confirmed.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { getConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { createIpRule } from "#resources/ip-rules.ts";
import { href, paths } from "#resources/paths.ts";
import { makeWorld } from "#service/testing/conformance/world.ts";
import { keep, trafficEvent } from "#service/testing/traffic-events.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./ip-rule-page.tsx";

const app = connectedApp();

it("says what a replacement does to visitors where each policy is used, and asks before it locks you out", async () => {
  const world = makeWorld(app);
  const hostport = "shop.example:443";
  const { id: edge_id } = await world.make("/edges/https", {}, { hostports: [hostport] });
  const { id: route_id } = await world.make("/edges/https/{edge_id}/routes", { edge_id }, { match: "/" });
  const from = (await world.make("/ip_policies", {}, { description: "Office" })).id;
  const to = (await world.make("/ip_policies", {}, { description: "Yard" })).id;
  const at = `/edges/https/${edge_id}/routes/${route_id}/ip_restriction`;
  await app.call(`PUT ${at}`, { body: { ip_policy_ids: [from] } });
  type Listed = { endpoints: { id: string; hostport: string }[] };
  const { endpoints } = (await app.call<Listed>("GET /endpoints")).body;
  await keep(app.traffic, [
    trafficEvent({
      "conn.client_ip": "127.0.0.9",
      "http.request.method": "get",
      "http.request.url.host": "shop.example",
      "http.request.url.path": "/a",
      "http.request.user_agent": "curl/8",
      "gatehouse.endpoint_id": endpoints.find((one) => one.hostport === hostport)?.id,
      "gatehouse.edge_id": edge_id,
      "gatehouse.route_id": route_id,
    }),
  ]);
  const rule = await createIpRule({ ip_policy_id: from, action: "allow", cidr: "127.0.0.0/8" }, new Set());
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, {
    ...DEFAULT_CONFIG,
    baseUrl: getConnection()?.baseUrl ?? "",
    edge: { unapplied: [] },
  });
  const { user } = renderInApp(null, {
    client,
    path: href.ipRule(rule.id),
    routes: [{ path: paths.ipRule, Component }],
  });
  await user.click(await screen.findByRole("button", { name: "Change action or policy…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByText("Deny", { exact: true }));
  await dialog.findByText("1 request in the last hour");
  await dialog.findByText("It would be blocked");
  const box = await dialog.findByRole("checkbox", { name: "Yes, lock me out" });
  const replace = dialog.getByRole("button", { name: "Replace rule" });
  expect(replace.getAttribute("aria-disabled")).toBe("true");
  await user.click(box);
  expect(replace.getAttribute("aria-disabled")).toBeNull();

  await user.click(dialog.getByText("Allow", { exact: true }));
  await user.selectOptions(dialog.getByLabelText("Policy"), to);
  await dialog.findByText("1 request in the last hour where Office is used");
  await dialog.findByText("It would be blocked");
  await dialog.findByText("Nothing to try this on: no request met Yard in the last hour.");
  expect(replace.getAttribute("aria-disabled")).toBe("true");
});
