// Cause: the page of the first agent was gone as soon as the agent was, so its URL was never shown (picture 19).
// Law: it stays until the URL is there, then offers what to do next.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { departures } from "#fleet/departures.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./sessions-page.tsx";

const server = connectedServer();
const at = "2026-11-21T14:00:00Z";
const session = (id: string) => ({
  id,
  uri: `/tunnel_sessions/${id}`,
  agent_version: "3.18.2",
  ip: "203.0.113.1",
  metadata: '{"host":"my-laptop"}',
  os: "linux",
  region: "eu",
  started_at: at,
  transport: "service/2",
});
const URL = "https://brave-tern.eu.example";
const tunnel = {
  id: "tn_1",
  uri: "/tunnels/tn_1",
  started_at: at,
  public_url: URL,
  tunnel_session: { id: "ts_1", uri: "" },
};

/** The account as it is now. */
function account(sessions: readonly object[], tunnels: readonly object[]) {
  server.answerWith((request, response) => {
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    const items = { tunnel_sessions: sessions, tunnels }[name] ?? [];
    json(200, { [name]: items, uri: `/${name}`, next_page_uri: null })(request, response);
  });
}

it("waits for the URL of the first agent, then offers the next steps", async () => {
  departures.set([]);
  account([], []);
  const { user } = renderInApp(<Component />);
  await screen.findByRole("heading", { name: "No agent is online yet" });
  account([session("ts_1")], []);
  await screen.findByText("Waiting for its URL…");
  expect(screen.queryByRole("table")).toBeNull();
  account([session("ts_1")], [tunnel]);
  expect((await screen.findByRole("link", { name: new RegExp(URL) })).getAttribute("href")).toBe(URL);
  const next = screen.getByRole("region", { name: "Next steps" });
  expect(within(next).getAllByRole("link")).toHaveLength(3);
  await user.click(within(next).getByRole("button", { name: "Show sessions" }));
  expect(await screen.findByRole("link", { name: "my-laptop" })).toBeTruthy();
  expect(screen.getByRole("table", { name: "Sessions" })).toBeTruthy();
});

it("makes way for the list when several agents come at once", async () => {
  departures.set([]);
  account([], []);
  renderInApp(<Component />);
  await screen.findByRole("heading", { name: "No agent is online yet" });
  account([session("ts_1"), session("ts_2")], []);
  expect(await screen.findByRole("table", { name: "Sessions" })).toBeTruthy();
});
