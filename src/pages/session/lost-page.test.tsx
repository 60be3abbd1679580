// Cause: while a lost session was asked for again, its page called it "Online", with no tunnel and with live commands. Law: who was
// seen to leave is offline until an answer says otherwise.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { href, paths } from "#resources/paths.ts";
import type { KnownSession } from "#fleet/known-session.ts";
import { departures } from "#fleet/departures.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./session-page.tsx";

const server = connectedServer();
const ID = "ts_2nXbQ3456789KqAbQ3456789Kqz";

it("stays offline while its session is asked for again", async () => {
  let asked = 0;
  server.answerWith((request, response) => {
    const path = request.url?.split("?")[0]?.slice(1) ?? "";
    if (path.endsWith(ID)) {
      asked += 1;
      // The second time it never answers.
      if (asked === 1) json(404, { status_code: 404, msg: "Not found.", details: {} })(request, response);
      return;
    }
    json(200, { [path.replace("edges/", "")]: [], uri: "", next_page_uri: null })(request, response);
  });
  const session = {
    id: ID,
    uri: "",
    agent_version: "3.18.2",
    ip: "192.0.2.7",
    metadata: '{"host":"ams-scan-01"}',
    os: "linux",
    region: "eu",
    started_at: "2026-01-02T03:04:05Z",
    transport: "service/2",
  };
  departures.set([{ session, seenAt: Date.now() - 6_000, leftAt: Date.now() - 5_000, served: [] }]);
  const { client } = renderInApp(null, {
    path: href.session(ID),
    routes: [{ path: paths.session, Component }],
  });
  await screen.findByRole("heading", { level: 1, name: "ams-scan-01" });
  await waitFor(() => expect(asked).toBe(1));
  expect(await screen.findAllByText(/^Offline since/)).not.toEqual([]);
  void client.invalidateQueries({ queryKey: tunnelSessions.detail(ID).queryKey });
  await waitFor(() => expect(asked).toBe(2));
  expect(screen.queryByText("Online")).toBeNull();
  expect(screen.queryAllByText(/^Offline since/)).not.toEqual([]);
});

// Cause: the link of an agent that failed offline in a rollout led to "No such session". Law: what the way knows, its page tells.
it("tells what the way to it knows of a session that is gone", async () => {
  server.answerWith((request, response) => {
    const path = request.url?.split("?")[0]?.slice(1) ?? "";
    const answer = path.endsWith("ts_gone")
      ? json(404, { status_code: 404, msg: "Not found.", details: {} })
      : json(200, { [path.replace("edges/", "")]: [], uri: "", next_page_uri: null });
    answer(request, response);
  });
  const routes = [
    { path: "/", element: null },
    { path: paths.session, Component },
  ];
  const { router } = renderInApp(null, { path: "/", routes });
  const state: KnownSession = { known: { name: "sfo-gw-02", since: "2026-11-22T10:00:00Z" } };
  await router.navigate(href.session("ts_gone"), { state });
  expect(await screen.findByRole("heading", { level: 1, name: "sfo-gw-02" })).toBeTruthy();
  expect((await screen.findByText(/of sfo-gw-02 is not online/)).textContent).toContain(
    "Start it on its host.",
  );
  // Cause: "show activity" led to all of it, which has nothing of a session, and "Find sfo-gw-02" to "No sessions match". Law: a link
  // leads to what it says.
  const links = ["Show all sessions", "find its requests"].map((name) =>
    screen.getByRole("link", { name }).getAttribute("href"),
  );
  expect(links).toEqual(["/sessions", "/traffic?session=ts_gone"]);
});
