// Cause: while a rollout was at an agent, its page asked to restart it, for an update that "was sent elsewhere". Law: one page gives no two
// instructions.
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { withUpdates } from "#fleet/heard-updates.ts";
import { type Held, heldQuery } from "#fleet/rollout/rollouts.ts";
import { ledger } from "#fleet/use-fleet.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./session-page.tsx";

const server = connectedServer();
const ID = "ts_2nXbQ3456789KqAbQ3456789Kqz";
const session = {
  id: ID,
  uri: "",
  agent_version: "3.17.4",
  credential: { id: "cr_1", uri: "" },
  ip: "192.0.2.7",
  metadata: "ams-scan-01",
  os: "linux",
  region: "eu",
  started_at: "2026-01-02T03:04:05Z",
  transport: "service/2",
};
afterEach(ledger.clear);

const HELD = {
  rollout: { id: "ro_1", status: "running", action: "update_and_restart" },
  agent: { session_id: ID, state: "running", steps: [] },
} as unknown as Held;

// Cause: an update that was installed was "under way". Law: what is said of now is true now.
it.each([
  ["updating", "Update already under way"],
  ["updated", "Update already installed"],
] as const)("leaves an update that is %s to what is said of its rollout", async (state, said) => {
  const listed = json(200, { tunnel_sessions: [session], uri: "", next_page_uri: null });
  const absent = json(404, { status_code: 404, msg: "Not found.", details: {} });
  server.answerWith((request, response) =>
    (request.url?.includes("/tunnel_sessions") ? listed : absent)(request, response),
  );
  const update = { session: { id: ID, uri: "" }, state, version: "3.18.2" };
  ledger.update(() => withUpdates([], [update], [session], Date.now()));
  const client = createQueryClient();
  renderInApp(null, {
    client,
    path: href.session(ID),
    routes: [{ path: paths.session, Component }],
  });
  expect(await screen.findByText(said)).toBeDefined();
  client.setQueryData(heldQuery.queryKey, [HELD]);
  await waitFor(() => expect(screen.queryByText(said)).toBeNull());
});
