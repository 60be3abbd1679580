// Law: what agents say of updates is read while it matters, and a service that can't tell is asked once.
import { waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { answered } from "./action.ts";
import { ActionWatch } from "./action-watch.tsx";
import { useUnreached } from "#resources/unreachable.ts";
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

// Cause: what fails was read with the next poll, and a URL whose agent had restarted was "Online again" until then. Law: once an agent is back,
// all that is said of its URLs is read again.
it("reads what fails again once an agent is back", async () => {
  const later = { ...session, id: "ts_2", started_at: "2026-11-22T10:00:09Z" };
  const lists = { tunnel_sessions: [later], tunnels: [], endpoints: [], unreachable_apps: [] };
  const asked = () => server.seen.filter(({ url }) => url?.startsWith("/unreachable_apps")).length;
  server.answerWith(json(200, { ...lists, uri: "", next_page_uri: null }));
  function Reads() {
    return useUnreached() ? <p>read</p> : null;
  }
  const { findByText } = renderInApp(
    <>
      <Reads />
      <ActionWatch />
    </>,
  );
  await findByText("read");
  const before = asked();
  const sentAt = Date.parse("2026-11-22T10:00:08Z");
  const sent = startAction({ id: "r", kind: "restart", session, sessions: [session], urls: [], at: sentAt });
  ledger.update(() => [answered(sent, { outcome: "accepted" }, sentAt)]);
  await waitFor(() => expect(ledger.getSnapshot()[0]?.state.phase).toBe("verified"));
  await waitFor(() => expect(asked()).toBe(before + 1));
});
