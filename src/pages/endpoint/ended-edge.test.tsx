// Cause: the page of an endpoint whose edge was deleted in another tab said "No agent serves it" above eight agents online, and "The
// service does not show its backends"; once the edge was restored it was "Unknown". Law: a page says what ended what it shows, keeps what
// was known of it, and follows what takes its place, in one state.
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { forgetKnown } from "#fleet/last-known.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./endpoint-page.tsx";

const AT = "2026-01-02T03:04:05Z";
const server = connectedServer();
afterEach(forgetKnown);
const list = (key: string, ...items: object[]) => ({ [key]: items, uri: "/", next_page_uri: null });
const backend = { id: "bkdtg_1", uri: "/backends/tunnel_group/bkdtg_1" };
const session = {
  id: "ts_1",
  uri: "",
  agent_version: "3.18.2",
  ip: "203.0.113.1",
  metadata: '{"host":"gw-1"}',
  os: "linux",
  region: "eu",
  started_at: AT,
  transport: "service/2",
};
const tunnel = {
  id: "tn_1",
  uri: "",
  started_at: AT,
  labels: { app: "gateway" },
  forwards_to: "http://localhost:3001",
  backends: [backend],
  tunnel_session: { id: "ts_1", uri: "" },
};
const edgeOf = (n: number, hostports = ["app.example:443"]) => ({
  id: `edghts_${n}`,
  uri: `/edges/https/edghts_${n}`,
  created_at: AT,
  hostports,
  routes: [
    {
      id: `edghtsrt_${n}`,
      edge_id: `edghts_${n}`,
      uri: "/r",
      created_at: AT,
      match_type: "path_prefix",
      match: "/",
      backend: { enabled: true, backend },
    },
  ],
});
const endpointOf = (n: number) => ({
  id: `ep_${n}`,
  type: "edge",
  created_at: AT,
  updated_at: AT,
  proto: "https",
  public_url: "https://app.example",
  hostport: "app.example:443",
  edge: { id: `edghts_${n}`, uri: `/edges/https/edghts_${n}` },
});

/** The page of the first endpoint; `now` says what there is from then on. */
async function open() {
  let edges: ReturnType<typeof edgeOf>[] = [];
  let endpoints: ReturnType<typeof endpointOf>[] = [];
  server.answerWith((request, response) => {
    const answers: Record<string, object> = {
      "/endpoints": list("endpoints", ...endpoints),
      "/edges/https": list("https_edges", ...edges),
      "/edges/tls": list("tls_edges"),
      "/edges/tcp": list("tcp_edges"),
      "/traffic_captures": list("traffic_captures"),
      "/tunnels": list("tunnels", tunnel),
      "/tunnel_sessions": list("tunnel_sessions", session),
      "/tunnel_sessions/ts_1": session,
      ...Object.fromEntries(endpoints.map((one) => [`/endpoints/${one.id}`, one])),
      ...Object.fromEntries(edges.map((one) => [one.uri, one])),
    };
    const answer = answers[request.url?.split("?")[0] ?? ""];
    return (answer ? json(200, answer) : json(404, {}))(request, response);
  });
  const client = createQueryClient();
  const now = async (edgesNow: typeof edges, endpointsNow: typeof endpoints) => {
    [edges, endpoints] = [edgesNow, endpointsNow];
    await client.invalidateQueries({ queryKey: ["endpoints"] });
  };
  await now([edgeOf(1)], [endpointOf(1)]);
  renderInApp(null, {
    client,
    path: href.endpoint("ep_1"),
    routes: [{ path: paths.endpoint, Component }],
  });
  await screen.findByText("gw-1");
  return now;
}

it("says that its edge was deleted, keeps the last known path, and follows the edge that is restored", async () => {
  const now = await open();
  expect(screen.getAllByText("Online").length).toBeGreaterThan(0);
  await now([], []);
  await screen.findByText("Its edge was deleted. This page follows if you restore it.");
  const activity = screen.getByRole("link", { name: "Open activity" });
  expect(activity.getAttribute("href")).toContain("object_id=edghts_1");
  await waitFor(() => expect(screen.queryByRole("link", { name: "app.example" })).toBeNull());
  expect(screen.getByText("gw-1")).toBeDefined();
  expect(screen.getByText("http://localhost:3001")).toBeDefined();
  expect(screen.queryByText(/No agent serves|does not show/)).toBeNull();

  await now([edgeOf(2)], [endpointOf(2)]);
  await screen.findByRole("link", { name: "app.example" });
  await waitFor(() => expect(screen.queryByText("Offline")).toBeNull());
  await waitFor(() => expect(screen.queryByText("Unknown")).toBeNull());
  expect(screen.getAllByText("Online").length).toBeGreaterThan(1);
});

it("says that its edge no longer has its address, and links to that", async () => {
  const now = await open();
  await now([edgeOf(1, ["other.example:443"])], []);
  await screen.findByText("Its edge no longer has this address.");
  const link = await screen.findByRole("link", { name: "other.example" });
  expect(link.getAttribute("href")).toBe(href.httpsEdge("edghts_1"));
});
