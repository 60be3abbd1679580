import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./endpoint-page.tsx";

const AT = "2026-01-02T03:04:05Z";
const server = connectedServer();
const list = (key: string, ...items: object[]) => ({ [key]: items, uri: "/", next_page_uri: null });

// Cause: an endpoint of an edge without a backend was shown green, "Listening". Law: a path that serves nothing is shown as broken everywhere.
it("of an edge without a backend is shown as broken, with why", async () => {
  const endpoint = {
    id: "ep_1",
    type: "edge",
    created_at: AT,
    updated_at: AT,
    public_url: "https://app.example",
    edge: { id: "edghts_1", uri: "/edges/https/edghts_1" },
  };
  const route = {
    id: "edghtsrt_1",
    edge_id: "edghts_1",
    uri: "/r",
    created_at: AT,
    match_type: "path_prefix",
    match: "/",
    backend: null,
  };
  const edge = { id: "edghts_1", uri: "/e", created_at: AT, hostports: ["app.example:443"], routes: [route] };
  const answers: Record<string, object> = {
    "/endpoints/ep_1": endpoint,
    "/endpoints": list("endpoints", endpoint),
    "/edges/https/edghts_1": edge,
    "/edges/https": list("https_edges", edge),
    "/edges/tls": list("tls_edges"),
    "/edges/tcp": list("tcp_edges"),
    "/tunnels": list("tunnels"),
    "/tunnel_sessions": list("tunnel_sessions"),
  };
  server.answerWith((request, response) => {
    const answer = answers[request.url?.split("?")[0] ?? ""];
    return (answer ? json(200, answer) : json(404, {}))(request, response);
  });
  renderInApp(null, { path: href.endpoint("ep_1"), routes: [{ path: paths.endpoint, Component }] });
  expect(await screen.findByText("Requests fail. Add a backend.")).toBeDefined();
  expect(screen.getAllByText("No backend")).toHaveLength(2);
  expect(screen.queryByText("Listening")).toBeNull();
});
