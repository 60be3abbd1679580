// Cause: the page of an agent with a TCP address said "No requests in the last hour". Law: what carries no HTTP has connections.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { tunnels } from "#resources/tunnels.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { SessionTraffic } from "./session-traffic.tsx";

connectedApp();

it.each([
  ["tcp", "No connections in the last hour."],
  ["https", "No requests in the last hour."],
])("of %s", async (proto, said) => {
  const began = "2026-01-02T03:04:05Z";
  const client = createQueryClient();
  const served = { id: "tn_1", uri: "", started_at: began, proto, tunnel_session: { id: "ts_1", uri: "" } };
  client.setQueryData(tunnels.query.queryKey, [served]);
  client.setQueryDefaults(tunnels.query.queryKey, { staleTime: Infinity });
  renderInApp(<SessionTraffic id="ts_1" began={began} />, { client });
  expect((await screen.findByText(/^No .* hour\.$/)).textContent).toBe(said);
});
