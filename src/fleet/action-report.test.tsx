// Cause: "Updates off" begins with "Update", so the report of a refused update did not say what was refused. Law: a report names
// its command, and once.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { answered } from "./action.ts";
import { ActionReport } from "./action-report.tsx";
import { startAction } from "./start-action.ts";

connectedServer();
const session: TunnelSession = {
  id: "ts_1",
  uri: "/tunnel_sessions/ts_1",
  agent_version: "3.15.1",
  ip: "192.0.2.7",
  os: "linux",
  region: "us",
  started_at: "2026-11-22T10:00:00Z",
  transport: "service/2",
};

it.each([
  [UPDATE_REFUSALS.disabled, "Update Updates off"],
  ["", "Update refused"],
])("names the command of a refusal, %s", async (code, title) => {
  const sent = startAction({ id: "1", kind: "update", session, sessions: [session], urls: [], at: 0 });
  const action = answered(sent, { outcome: "refused", error: { msg: "", code } }, 1000);
  renderInApp(<ActionReport action={action} />);
  expect((await screen.findByRole("heading", { level: 2 })).textContent?.trim()).toBe(title);
});
