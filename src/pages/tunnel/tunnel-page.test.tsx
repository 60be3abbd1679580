// Cause: the page of a tunnel with labels had the protocol "via edge", which is none, and its path named the edge but not which routes lead
// there. Law: a value is one of what its label names, and a path names each step.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./tunnel-page.tsx";

const server = connectedServer();
const AT = "2026-01-02T03:04:05Z";
const ref = (id: string) => ({ id, uri: `/${id}` });
const to = (id: string) => ({ enabled: true, backend: ref(id) });
const route = (id: string, match: string, backend: string) => ({
  ...ref(id),
  edge_id: "edghts_1",
  created_at: AT,
  match_type: "path_prefix",
  match,
  backend: to(backend),
});

it("of a tunnel with labels: the edge sets its protocol, and the path names the routes that lead to it", async () => {
  const tunnel = {
    ...ref("tn_1"),
    started_at: AT,
    proto: "",
    labels: { app: "reports" },
    backends: [ref("bkdtg_1")],
    forwards_to: "http://localhost:8080",
  };
  const routes = [
    route("edghtsrt_1", "/reports", "bkdtg_1"),
    route("edghtsrt_2", "/", "bkdtg_2"),
    route("edghtsrt_3", "/pdf", "bkdtg_1"),
  ];
  const edge = { ...ref("edghts_1"), created_at: AT, hostports: ["app.example:443"], routes };
  const list = { uri: "/", next_page_uri: null };
  const answers: Record<string, object> = {
    "/tunnels/tn_1": tunnel,
    "/tunnels": { ...list, tunnels: [tunnel] },
    "/endpoints": { ...list, endpoints: [] },
    "/edges/https": { ...list, https_edges: [edge] },
    "/edges/https/edghts_1": edge,
    "/edges/tls": { ...list, tls_edges: [] },
    "/edges/tcp": { ...list, tcp_edges: [] },
  };
  server.answerWith((request, response) => {
    const answer = answers[request.url?.split("?")[0] ?? ""];
    return (answer ? json(200, answer) : json(404, {}))(request, response);
  });
  renderInApp(null, { path: href.tunnel("tn_1"), routes: [{ path: paths.tunnel, Component }] });
  const path = within(await screen.findByRole("region", { name: "Request path" }));
  expect(await path.findByText("Routes /reports and /pdf")).toBeDefined();
  expect(await screen.findByText("Set by the edge")).toBeDefined();
  expect(screen.queryByText("via edge")).toBeNull();
});
