// Cause: "Updates off" begins with "Update", so the report of a refused update did not say what was refused. Law: a report names
// its command, and once.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { answered, moved } from "./action.ts";
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
  ["", "Update Refused"],
])("names the command of a refusal, %s", async (code, title) => {
  const sent = startAction({ id: "1", kind: "update", session, sessions: [session], urls: [], at: 0 });
  const action = answered(sent, { outcome: "refused", error: { msg: "", code } }, 1000);
  renderInApp(<ActionReport action={action} />);
  expect((await screen.findByRole("heading", { level: 2 })).textContent?.trim()).toBe(title);
});

// Cause: the report of an update whose agent was then stopped had lost its heading: "Update installed, agent offline" names it. Law:
// every report has the command as its heading, and the outcome beside it.
it("names the command of an update whose agent was stopped", async () => {
  const sent = startAction({ id: "1", kind: "update", session, sessions: [session], urls: [], at: 0 });
  const action = {
    ...answered(sent, { outcome: "accepted" }, 1000),
    leftAt: 20_000,
    endedBy: "stop" as const,
  };
  renderInApp(<ActionReport action={action} />);
  const heading = await screen.findByRole("heading", { level: 2 });
  expect(heading.textContent?.trim()).toBe("Update Installed, agent offline");
});

// Cause: the page of an agent said "Update checks are turned off in its configuration." and not what to do, as the page of its
// rollout did. Law: a refusal says the same remedy wherever it is told.
it("says what to do about a refusal", async () => {
  const sent = startAction({ id: "1", kind: "update", session, sessions: [session], urls: [], at: 0 });
  const error = { msg: "Update checks are turned off in its configuration.", code: UPDATE_REFUSALS.disabled };
  renderInApp(<ActionReport action={answered(sent, { outcome: "refused", error }, 1000)} />);
  const remedy = "Turn on update checks in its configuration, or update it on its host.";
  expect(await screen.findByText(remedy)).toBeTruthy();
});

// Cause: "after 1 min" stood beside "Online again after 110 s". Law: a length is told in one way.
it("counts seconds as the outcome does", async () => {
  const sent = startAction({ id: "1", kind: "restart", session, sessions: [session], urls: [], at: 0 });
  const accepted = answered(sent, { outcome: "accepted" }, 0);
  const action = moved(accepted, { phase: "verified", seconds: 110, successorId: "ts_2" }, 110_000);
  renderInApp(<ActionReport action={action} />);
  expect(await screen.findByText("after 110 s", { selector: "span" })).toBeDefined();
});
