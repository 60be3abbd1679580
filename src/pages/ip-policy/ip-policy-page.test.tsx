import { ipPolicies } from "#resources/ip-policies.ts";
import { writesOf } from "#resources/writes.ts";
import { screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { href, paths } from "#resources/paths.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { Component } from "./ip-policy-page.tsx";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const connection = {
    baseUrl: `${service.origin}/api`,
    key: service.key,
    versionHeader: "Service-Version",
  };
  setConnection(connection, { remember: false });
});
afterAll(async () => {
  forgetConnection();
  await service.close();
});

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
