// Cause: the successor was known only while it was listed, so that its end brought back the one before it, with that one's agent
// and command. Law: a page that followed a URL to its newest generation never goes back to an older one.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ledger } from "#fleet/use-fleet.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component as TunnelPage } from "../tunnel/tunnel-page.tsx";
import { Component } from "./endpoint-page.tsx";

const server = connectedServer();
const url = "https://shop.example";
const list = (key: string, ...items: object[]) => ({ [key]: items, uri: "/", next_page_uri: null });

/** What the service has while generation `n` of the agent serves the URL. */
function generation(n: number) {
  const at = `2026-01-02T03:0${n}:05Z`;
  const session = {
    id: `ts_${n}`,
    uri: "",
    agent_version: `3.18.${n}`,
    ip: "203.0.113.1",
    metadata: JSON.stringify({ host: `shop-0${n}` }),
    os: "linux",
    region: "eu",
    started_at: at,
    transport: "service/2",
  };
  const endpoint = {
    id: `ep_${n}`,
    type: "ephemeral",
    created_at: at,
    updated_at: at,
    proto: "https",
    public_url: url,
    tunnel: { id: `tn_${n}`, uri: "" },
  };
  const tunnel = {
    id: `tn_${n}`,
    uri: "",
    started_at: at,
    proto: "https",
    public_url: url,
    endpoint: { id: `ep_${n}`, uri: "" },
    tunnel_session: { id: `ts_${n}`, uri: "" },
    forwards_to: "http://localhost:3000",
  };
  return { session, endpoint, tunnel };
}

const answersOf = (online: ReturnType<typeof generation>[]): Record<string, object> => ({
  "/endpoints": list("endpoints", ...online.map(({ endpoint }) => endpoint)),
  "/tunnels": list("tunnels", ...online.map(({ tunnel }) => tunnel)),
  "/tunnel_sessions": list("tunnel_sessions", ...online.map(({ session }) => session)),
  "/traffic_captures": list("traffic_captures"),
  ...Object.fromEntries(
    online.flatMap(({ session, endpoint, tunnel }) => [
      [`/tunnel_sessions/${session.id}`, session],
      [`/endpoints/${endpoint.id}`, endpoint],
      [`/tunnels/${tunnel.id}`, tunnel],
    ]),
  ),
});

it.each([
  ["endpoint", href.endpoint("ep_1"), { path: paths.endpoint, Component }, "ep_2"],
  ["tunnel", href.tunnel("tn_1"), { path: paths.tunnel, Component: TunnelPage }, "tn_2"],
])("the page (%s) stays with the newest generation once that is offline", async (_, path, route, newest) => {
  let answers = answersOf([generation(1)]);
  server.answerWith((request, response) => {
    const answer = answers[request.url?.split("?")[0] ?? ""];
    return (answer ? json(200, answer) : json(404, {}))(request, response);
  });
  const { client } = renderInApp(null, { path, routes: [route] });
  await screen.findAllByRole("link", { name: "shop-01" });
  answers = answersOf([generation(2)]);
  await client.refetchQueries();
  await screen.findAllByRole("link", { name: "shop-02" });
  const { session } = generation(2);
  const stop = { id: "a_1", kind: "stop", sessionId: "ts_2", session, sentAt: Date.now() } as const;
  const log = [{ at: Date.now(), event: "sending" }] as const;
  const state = { phase: "waiting" } as const;
  ledger.update(() => [{ ...stop, knownIds: [], newestStartedAt: "", urls: [url], log, state }]);
  answers = answersOf([]);
  await client.refetchQueries();
  expect(await screen.findByText("Request path before it ended")).toBeTruthy();
  expect((await screen.findAllByRole("link", { name: "shop-02" })).length).toBeGreaterThan(0);
  expect(screen.queryByRole("link", { name: "shop-01" })).toBeNull();
  expect(screen.getAllByRole("button", { name: `Copy ${newest}` }).length).toBeGreaterThan(0);
  expect(screen.getAllByText(/^Stopping…/).length).toBeGreaterThan(0);
});
