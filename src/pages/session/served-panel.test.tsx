import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { ServedPanels } from "./served-panel.tsx";

const server = connectedServer();
const at = "2026-11-22T10:00:00Z";
const url = "https://scan.example";
const tunnel = (id: string, session: string): Tunnel => ({
  id,
  started_at: at,
  public_url: url,
  tunnel_session: { id: session, uri: "" },
});

// Cause: the agent syd-scan-01 was called "Syd-scan-01". Law: a name is written as it is.
it.each([
  { before: [tunnel("tn_1", "ts_1")], says: "syd-scan-01" },
  { before: undefined, says: "Also syd-scan-01" },
])("names who else serves a URL: $says", async ({ before, says }) => {
  const keys = ["tunnel_sessions", "endpoints", "https_edges", "tls_edges", "tcp_edges"];
  const now = before ? [tunnel("tn_2", "ts_2")] : [tunnel("tn_1", "ts_1"), tunnel("tn_2", "ts_2")];
  const empty = Object.fromEntries(keys.map((key) => [key, []]));
  server.answerWith(json(200, { ...empty, tunnels: now, uri: "", next_page_uri: null }));
  const sessions = [{ id: "ts_2", metadata: '{"host":"syd-scan-01"}' } as TunnelSession];
  renderInApp(<ServedPanels id="ts_1" sessions={sessions} about={[]} before={before} />);
  expect(await screen.findByText(says)).toBeDefined();
});
