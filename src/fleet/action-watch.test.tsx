// Law: what agents say of updates is read while it matters, and a service that can't tell is asked once.
import { waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { answered } from "./action.ts";
import { ActionWatch } from "./action-watch.tsx";
import { startAction } from "./start-action.ts";
import { ledger } from "./use-fleet.ts";

const server = connectedServer();
afterEach(() => ledger.clear());
const session: TunnelSession = {
  id: "ts_1",
  uri: "/tunnel_sessions/ts_1",
  agent_version: "1.0.0",
  ip: "192.0.2.7",
  os: "linux",
  region: "us",
  started_at: "2026-11-22T10:00:00Z",
  transport: "service/2",
};

it.each([
  ["updated", json(200, { uri: "", release: null, last: { state: "updated", version: "1.1.0" } })],
  ["nothing", json(501, {})],
])("%s", async (says, answer) => {
  const list = json(200, { tunnel_sessions: [session], uri: "", next_page_uri: null });
  const asked = () => server.seen.filter(({ url }) => url === "/tunnel_sessions/ts_1/update").length;
  server.answerWith((request, response) =>
    (request.url?.endsWith("/update") ? answer : list)(request, response),
  );
  const sentAt = Date.now() - 15_000;
  const sent = startAction({ id: says, kind: "update", session, sessions: [session], urls: [], at: sentAt });
  ledger.update(() => [answered(sent, { outcome: "accepted" }, sentAt)]);
  renderInApp(<ActionWatch />);
  await waitFor(() => expect(ledger.getSnapshot()[0]?.says).toBe(says));
  expect(asked()).toBe(1);
});
