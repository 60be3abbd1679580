// Cause: of an agent that the service refused when it came back, its page said that its host may be down. Law: why an agent can't come
// back is told where the service knows it.
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { departures } from "#fleet/departures.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./session-page.tsx";

const server = connectedServer();
const ID = "ts_2nXbQ3456789KqAbQ3456789Kqz";
const AUTHTOKEN = "cr_2nXbQ3456789KqAbQ3456789Kqz";
const SESSION = {
  id: ID,
  uri: "",
  agent_version: "3.18.2",
  credential: { id: AUTHTOKEN, uri: "" },
  ip: "192.0.2.7",
  metadata: '{"host":"ams-scan-01"}',
  os: "linux",
  region: "eu",
  started_at: "2026-01-02T03:04:05Z",
  transport: "service/2",
};
const absent = json(404, { status_code: 404, msg: "Not found.", details: {} });
const REFUSAL = "The rules of this authtoken don’t allow the name calm-reef.us.localhost.";
afterEach(() => {
  departures.set([]);
  vi.useRealTimers();
});

it("says why the service refused the agent since, and where its rules are", async () => {
  let refusal: string | null = null;
  server.answerWith((request, response) => {
    const path = request.url?.split("?")[0]?.slice(1) ?? "";
    const ended = { ...SESSION, ended_at: new Date().toISOString(), reason: "closed", succeeded_by: null };
    if (path === `ended_sessions/${ID}`)
      return json(200, { ...ended, tunnels: [], refusal })(request, response);
    if (path === `credentials/${AUTHTOKEN}`)
      return json(200, { id: AUTHTOKEN, created_at: SESSION.started_at })(request, response);
    if (path.endsWith(ID)) return absent(request, response);
    return json(200, { [path.replace("edges/", "")]: [], uri: "", next_page_uri: null })(request, response);
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  departures.set([{ session: SESSION, seenAt: Date.now() - 6_000, leftAt: Date.now() - 5_000, served: [] }]);
  renderInApp(null, { path: href.session(ID), routes: [{ path: paths.session, Component }] });
  expect((await screen.findByText(/This page will follow it/)).textContent).not.toContain("refused");

  refusal = REFUSAL;
  await vi.advanceTimersByTimeAsync(6_000);
  const note = await screen.findByText(/the service refused it/);
  expect(note.textContent).toContain(`It tried to reconnect, and the service refused it. ${REFUSAL}`);
  await waitFor(() => expect(screen.queryByText(/This page will follow it/)).toBeNull());
  expect(screen.getByRole("link", { name: "Show its authtoken" }).getAttribute("href")).toContain(AUTHTOKEN);
});
