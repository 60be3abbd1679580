// Cause: who had not sent an update was offered its restart while it ran, which threw the update away, and the update again once it
// was installed. Law: what an agent says of its update decides in every browser.
import { cleanup, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { answered } from "./action.ts";
import { busyReason, withHeard } from "./commands.ts";
import { outdatedOf } from "./fleet-versions.ts";
import { withUpdates } from "./heard-updates.ts";
import { isSentHere } from "./sent-here.ts";
import { startAction } from "./start-action.ts";

const server = connectedServer();
const session = {
  id: "ts_1",
  uri: "",
  agent_version: "3.17.4",
  ip: "192.0.2.7",
  os: "linux",
  region: "us",
  started_at: "2026-11-22T10:00:00Z",
  transport: "service/2",
};
const reasons = (state: "updating" | "updated" | "failed", version = "3.18.2") =>
  (["update", "restart", "stop"] as const).map((kind) =>
    busyReason(kind, withHeard([], session, { state, version }, Date.now()), Date.now()),
  );

it("holds up what would lose an update, and offers no second", () => {
  expect(reasons("updating")).toEqual(["Update is running.", "Update is running.", null]);
  expect(reasons("updated")).toEqual(["Already updated. Restart it to finish.", null, null]);
  for (const none of [reasons("failed"), reasons("updated", "3.17.4")])
    expect(none).toEqual([null, null, null]);
});

it("changes nothing of what was sent from here", () => {
  const sent = (kind: AgentCommand) =>
    answered(
      startAction({ id: kind, kind, session, sessions: [], urls: [], at: 1 }),
      { outcome: "accepted" },
      1,
    );
  const told = [sent("update")];
  expect(withHeard(told, session, { state: "updated", version: "3.18.2" }, 1)).toBe(told);
  const heard = withHeard([sent("restart")], session, { state: "updated", version: "3.18.2" }, 1);
  expect(busyReason("update", heard, 2)).toBe("Restart is running.");
});

it("is asked for where a restart is confirmed", async () => {
  const last = { state: "updating", version: "3.18.2" };
  server.answerWith((request, response) =>
    json(200, request.url?.endsWith("/update") ? { uri: "", release: null, last } : {})(request, response),
  );
  renderInApp(<ActionDialog kind="restart" session={session} target={null} onClose={() => {}} />);
  await screen.findByText("Update is running.");
  const ask = screen.getByRole("button", { name: "Restart ts_1" });
  expect(ask.getAttribute("aria-disabled")).toBe("true");
  cleanup();
  // Cause: the restart that finishes an update did not say what would run. Law: a question says what comes of it.
  last.state = "updated";
  renderInApp(<ActionDialog kind="restart" session={session} target={null} onClose={() => {}} />);
  const said = await screen.findByText(/^Its update is installed\./);
  expect(said.textContent).toBe("Its update is installed. It will run 3.18.2.");
});

// Cause: Sessions and Overview knew only what their own tab had sent, and offered an installed update again. Law: what agents say of
// their updates counts in every list, too.
it("counts in lists as awaiting its restart, told once, and leaves alone what is watched already", () => {
  const updates = [{ session: { id: "ts_1", uri: "" }, state: "updated" as const, version: "3.18.2" }];
  const heard = withUpdates([], updates, [session], Date.now());
  expect(outdatedOf([session], heard, [], ["3.18.2"])).toMatchObject([{ update: "under way" }]);
  expect(heard.some(isSentHere)).toBe(false);
  expect(busyReason("restart", heard, Date.now())).toBeNull();
  expect(withUpdates(heard, updates, [session], Date.now())).toBe(heard);
  expect(withUpdates([], updates, [], Date.now())).toEqual([]);
  const restart = answered(
    startAction({ id: "r", kind: "restart", session, sessions: [], urls: [], at: 1 }),
    { outcome: "accepted" },
    1,
  );
  const told = [restart];
  expect(withUpdates(told, updates, [session], Date.now())).toBe(told);
});
