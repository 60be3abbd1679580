// Cause: "Updates off" begins with "Update", so the report of a refused update did not say what was refused. Law: a report names
// its command, and once.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { ROLLOUT_EXAMPLES } from "#contract/operations/rollout-example.ts";
import { rolloutOperations } from "#contract/operations/rollouts.ts";
import { json } from "#testing/fault-server.ts";
import { answered, moved } from "./action.ts";
import { ActionReport } from "./action-report.tsx";
import { withHeard } from "./commands.ts";
import { observe } from "./observe.ts";
import { reportOf, reportText } from "./report.ts";
import { OF_ROLLOUT } from "./sent-here.ts";
import { startAction } from "./start-action.ts";

const server = connectedServer();
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

// Cause: "Update already installed, 14 s ago" of one that had been for hours: that was when this tab heard of it, and what followed was
// "after" that. Law: a time is when something happened, else none is told.
it("tells no time of an update that it only heard of, and none since", async () => {
  const at = Date.now() - 14_000;
  const [heard] = withHeard([], session, { state: "updated", version: "3.15.2" }, at);
  expect(reportText(heard!, "it").split("\n")[1]).toMatch(/^Update already installed\./);
  const left = observe([heard!], { at: at + 5_000, sessions: [] });
  renderInApp(<ActionReport action={left[0]!} />);
  const line = (await screen.findByText("Update already installed")).closest("li")!;
  expect(line.textContent).toBe("Update already installedSent by a rollout, another browser or the API.");
  expect(screen.getByText("9 s ago")).toBeDefined();
  const risen = observe([heard!], { at: at + 5_000, sessions: [{ ...session, agent_version: "3.15.2" }] });
  expect(reportOf(risen[0]!).at(-1)?.text).toBe("Updated");
});

// Cause: what a rollout sent to an agent was told on its page without the rollout. Law: where it is known what sent something, it is named,
// and a link.
it("names the rollout that sent it, while it is kept", async () => {
  const example = ROLLOUT_EXAMPLES.find(([schema]) => schema === rolloutOperations.get.answer)?.[1] as object;
  const id = `${OF_ROLLOUT}ro_1 ts_1 1`;
  const sent = startAction({ id, kind: "update", session, sessions: [session], urls: [], at: 0 });
  const action = answered(sent, { outcome: "accepted" }, 1000);
  server.answerWith(json(200, example));
  const { unmount } = renderInApp(<ActionReport action={action} />);
  const link = await screen.findByRole("link", { name: /^Update and restart / });
  expect(link.getAttribute("href")).toBe("/rollouts/ro_1");
  unmount();
  server.answerWith(json(404, { status_code: 404, msg: "Not found.", details: {} }));
  renderInApp(<ActionReport action={action} />, { client: createQueryClient() });
  const gone = await screen.findByRole("link", { name: "ro_1" });
  await waitFor(() => expect(gone.isConnected).toBe(false));
});
