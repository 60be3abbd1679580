// Cause: "Turn off" asked nothing, and the line of the module said what was set as if it still applied. Law: what goes back to
// another default is said first, and a line says what applies.
import { screen, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { TlsEdge } from "#contract/edge.ts";
import { Component } from "#pages/edge/edge-page.tsx";
import { href, paths } from "#resources/paths.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(forgetConnection);

it.each([
  [{ min_version: "1.3" }, "1 address accepts TLS 1.2"],
  [{ min_version: "1.0" }, "1 address no longer accepts TLS 1.0"],
  [{ terminate_at: "upstream" }, "The edge will decrypt the traffic of 1 address"],
  [{ terminate_at: "edge" }, null],
])("%j off: %s", async (tls_termination, said) => {
  setConnection(
    { baseUrl: `${service.origin}/api`, key: service.key, versionHeader: "Service-Version" },
    { remember: false },
  );
  const hostports = [`${Object.values(tls_termination)[0]?.replace(".", "-")}.example:443`];
  const { id } = await request({
    method: "POST",
    path: "/edges/tls",
    body: { hostports, tls_termination },
    answer: TlsEdge,
  });
  const { user } = renderInApp(null, {
    path: href.edge("tls", id),
    routes: [{ path: paths.tlsEdge, Component }],
  });
  await user.click(await screen.findByRole("button", { name: "Turn off TLS termination" }));
  if (said !== null) {
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText(said);
    await user.click(dialog.getByRole("button", { name: "Turn off TLS termination" }));
  }
  expect(await screen.findByText("Default: TLS ends at the edge, version 1.2 or newer")).toBeDefined();
});
