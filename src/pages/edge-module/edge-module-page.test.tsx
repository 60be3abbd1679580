import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { type EdgeProtocol, href, paths } from "#resources/paths.ts";
import { TlsEdge } from "#contract/edge.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { Component } from "./edge-module-page.tsx";

connectedService();

const make = (protocol: EdgeProtocol, hostports: string[]) =>
  request({ method: "POST", path: `/edges/${protocol}`, body: { hostports }, answer: TlsEdge });

function open(protocol: EdgeProtocol, id: string, module: string) {
  const patterns = [paths.httpsEdgeModule, paths.tlsEdgeModule, paths.tcpEdgeModule];
  return renderInApp(null, {
    path: href.edgeModule(protocol, id, module),
    routes: patterns.map((path) => ({ path, Component })),
  });
}

describe("a module of an edge", () => {
  it("that the edge has not is no module, and links back to the edge", async () => {
    const edge = await make("tcp", []);
    open("tcp", edge.id, "mutual_tls");
    expect(await screen.findByRole("heading", { name: "No such module" })).toBeDefined();
    const back = screen.getByRole("link", { name: "All modules of this TCP edge" });
    expect(back.getAttribute("href")).toBe(`/edges/tcp/${edge.id}`);
  });

  it("is named by where it applies", async () => {
    const edge = await make("tls", ["tls.northwind.example:443"]);
    open("tls", edge.id, "policies");
    expect(await screen.findAllByText("tls.northwind.example")).not.toEqual([]);
    expect(screen.getByRole("heading", { level: 1, name: "Policies" })).toBeDefined();
  });
});
