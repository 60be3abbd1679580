// Cause: an agent that was stopped from its row was gone from its place without a word. Law: what was done is told, with its name.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { ActionWatch } from "./action-watch.tsx";
import { ActionDialog } from "./action-dialog.tsx";

const server = connectedServer();
const session: TunnelSession = {
  id: "ts_1",
  uri: "/tunnel_sessions/ts_1",
  agent_version: "3.18.2",
  ip: "192.0.2.7",
  metadata: '{"host":"ams-scan-01"}',
  os: "linux",
  region: "us",
  started_at: "2026-11-22T10:00:00Z",
  transport: "service/2",
  credential: { id: "cr_1", uri: "" },
};

it("says that an agent is stopping once it was told to", async () => {
  const lists = ["tunnels", "endpoints", "https_edges", "tls_edges", "tcp_edges"];
  const left = { now: false };
  const answer = () => ({
    ...Object.fromEntries(lists.map((key) => [key, []])),
    tunnel_sessions: left.now ? [] : [session],
    uri: "",
    next_page_uri: null,
  });
  server.answerWith((request, response) =>
    json(request.method === "POST" ? 204 : 200, answer())(request, response),
  );
  const { user } = renderInApp(
    <>
      <ActionDialog kind="stop" session={session} target={null} onClose={() => undefined} />
      <ActionWatch />
    </>,
  );
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("No URL goes offline");
  await user.click(dialog.getByRole("button", { name: "Stop ams-scan-01" }));
  expect(await screen.findByText("ams-scan-01 is stopping", { selector: "output span" })).toBeDefined();
  // Cause: "is stopping" stayed after the row said "Stopped". Law: no message outlives what it tells.
  left.now = true;
  expect(await screen.findByText("ams-scan-01 stopped", { selector: "output span" })).toBeDefined();
  expect(screen.queryByText("ams-scan-01 is stopping")).toBeNull();
});
