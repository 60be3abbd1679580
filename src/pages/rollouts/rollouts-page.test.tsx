import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { request } from "#api/client.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { answered } from "#fleet/action.ts";
import { departures } from "#fleet/departures.ts";
import { startAction } from "#fleet/start-action.ts";
import { ledger } from "#fleet/use-fleet.ts";
import { rolloutReport } from "#fleet/rollout/rollout-report.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { fetchNewestSessions } from "#resources/tunnel-sessions.ts";
import { RolloutDialog } from "#fleet/rollout/rollout-dialog.tsx";
import { href, paths } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService } from "#testing/service.ts";
import { Component } from "./rollouts-page.tsx";

afterEach(forgetConnection);

/** The console is connected to a service with so many agents. */
async function connected(demo: number) {
  const service = await startTestService({ demo });
  setConnection(
    { baseUrl: `${service.origin}/api`, key: service.key, versionHeader: "Service-Version" },
    { remember: false },
  );
  return service;
}

const ROUTES = [paths.rollouts, paths.rollout].map((path) => ({ path, Component }));

// Law: the plan is shown before a rollout starts, its page shows each step with what it proved, and a report says the same.
it("plans, starts and follows the restart of one agent", async () => {
  const service = await connected(4);
  type Sessions = { tunnel_sessions: TunnelSession[] };
  const { tunnel_sessions: sessions } = await request<Sessions>({ method: "GET", path: "/tunnel_sessions" });
  const session = sessions.find(({ os }) => os === "linux")!;
  const search = `?session=${session.id}&action=restart`;
  const { user, router } = renderInApp(null, { path: href.rollouts(search), routes: ROUTES });
  expect(await screen.findByText("No rollouts yet")).toBeTruthy();
  const batches = await screen.findByRole("list", { name: "Batches" });
  await within(batches).findByText(new RegExp(sessionName(session)));
  await user.click(await screen.findByRole("button", { name: "Restart 1 agent" }));
  // Cause: two rollouts of one agent each had the same title. Law: one agent is named.
  await screen.findByRole("heading", { name: `Restart ${sessionName(session)}` });
  // Cause: "Batch 1 of 1, 5 agents at once." was said of one agent. Law: what is counted is what there is.
  expect(screen.queryByText(/^Batch 1 of/)).toBeNull();
  await screen.findByText("1 done");
  expect((await screen.findAllByText(/Online again after \d+ s\./)).length).toBeGreaterThan(0);
  expect(screen.queryByRole("button", { name: "Retry failed" })).toBeNull();
  const id = router.state.location.pathname.split("/").at(-1) ?? "";
  const rollout = await request<Rollout>({ method: "GET", path: `/rollouts/${id}` });
  const steps = rollout.agents.flatMap((agent) => agent.steps);
  expect(steps.map(({ kind, result }) => [kind, result])).toEqual([
    ["restart", "done"],
    ["return", "done"],
  ]);
  expect(rollout.chosen).toBe(sessionName(session));
  const lines = rolloutReport(rollout, "csv").trim().split("\r\n");
  expect(lines).toHaveLength(1 + steps.length);
  expect(rolloutReport(rollout, "md")).toContain("Online again after");
  expect(JSON.parse(rolloutReport(rollout, "json"))).toEqual(rollout);
  // Cause: Back led to the question that was answered, over the rollout that it had started. Law: it leads to where that was asked.
  await router.navigate(-1);
  expect(router.state.location.pathname).toBe(href.rollout(id));
  await service.close();
});

// Cause: a wrong number was a banner with the name of a field of the API, and the button said "Update and restart 0 agents"; agents
// that can't restart were in the plan without a word. Law: the field is marked and says what to write, the plan says what is left to do by hand.
it("marks a field that can't be so, and says who is only updated", async () => {
  const service = await connected(24);
  const sessions = await fetchNewestSessions();
  const closed = vi.fn<() => void>();
  const two = ["lon-dock-02", "ams-scan-01"].map(
    (name) => sessions.find((one) => sessionName(one) === name)!.id,
  );
  const { user } = renderInApp(
    <RolloutDialog sessionIds={two} action="update_and_restart" chosen="" onClose={closed} />,
  );
  const button = await screen.findByRole("button", { name: "Update and restart 2 agents" });
  expect(
    await screen.findByText(
      /^1 can’t be restarted from here: lon-dock-02\. After the update, start it again/,
    ),
  ).toBeTruthy();
  expect(screen.getByText(/lon-dock-02 \(update only\)/)).toBeTruthy();
  const pause = screen.getByLabelText("Pause between batches");
  await user.clear(pause);
  await user.type(pause, "25 h");
  expect(pause.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Enter a duration up to 24 h. Example: 15 min")).toBeTruthy();
  expect(screen.queryByText(/pause_seconds|\(400\)/)).toBeNull();
  expect(button.textContent).toContain("Update and restart 2 agents");
  await user.clear(pause);
  await user.type(pause, "1 min");
  await waitFor(() => expect(pause.getAttribute("aria-invalid")).toBe("false"));
  // Cause: one Escape dropped a plan of seven fields. Law: what was typed goes only by a button that says so.
  await user.keyboard("{Escape}");
  expect(closed).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(closed).toHaveBeenCalledOnce();
  await service.close();
});

// Cause: the URL that asks about one agent called it "Offline", by its raw ID, once it had been restarted. Law: what is about an
// agent follows it to its next session.
it("asks about the session that an agent came back as, and keeps the name of one that is gone", async () => {
  const service = await connected(4);
  onTestFinished(() => departures.set([]));
  const session = (await fetchNewestSessions()).find(({ os }) => os === "linux")!;
  const old = { session: { ...session, id: "ts_2NKWPhMdxqmvDr0NlcW9eZt3fSe" }, seenAt: 1, leftAt: 2 };
  departures.set([{ ...old, back: session.id }]);
  const path = href.rollouts(`?session=${old.session.id}&action=restart`);
  renderInApp(null, { path, routes: ROUTES });
  await screen.findByRole("dialog", { name: `Restart ${sessionName(session)}?` });
  await screen.findByRole("button", { name: "Restart 1 agent" });
  departures.set([old]);
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Restart" }).getAttribute("aria-disabled")).toBe("true"),
  );
  expect(screen.getByRole("dialog", { name: `Restart ${sessionName(session)}?` })).toBeTruthy();
  await service.close();
});

// Cause: an agent that was known to refuse updates went first, as the canary, and halted the rollout. Law: what is known to be refused
// is left out, and said.
it("leaves out who refuses updates, and says why", async () => {
  const service = await connected(24);
  onTestFinished(ledger.clear);
  const all = await fetchNewestSessions();
  const [off, other] = ["iad-batch-01", "ams-scan-01"].map((name) =>
    all.find((one) => sessionName(one) === name)!,
  );
  const sent = startAction({ id: "1", kind: "update", session: off!, sessions: all, urls: [], at: 1 });
  const error = { msg: "", code: UPDATE_REFUSALS.disabled };
  ledger.update(() => [answered(sent, { outcome: "refused", error }, 2)]);
  const ask = (...sessionIds: string[]) =>
    renderInApp(
      <RolloutDialog
        sessionIds={sessionIds}
        action="update_and_restart"
        chosen=""
        onClose={() => undefined}
      />,
    );
  const both = ask(off!.id, other!.id);
  await screen.findByRole("button", { name: "Update and restart 1 agent" });
  // Cause: the title asked about 11 agents, the button about 10. Law: what is asked is what is sent.
  expect(screen.getByRole("dialog", { name: "Update and restart 1 agent?" })).toBeTruthy();
  expect(screen.getByText("1 skipped")).toBeTruthy();
  expect(screen.getByText(/^Updates off\. Turn on update checks/)).toBeTruthy();
  expect(within(screen.getByRole("list", { name: "Batches" })).getByText("ams-scan-01")).toBeTruthy();
  both.unmount();

  // Cause: of those that can't restart "Update and restart 1 agent" was asked, as one that is left out could. Law: what is asked is what is sent.
  const byHand = all.find(({ os }) => os === "windows")!;
  const left = ask(off!.id, byHand.id);
  await screen.findByRole("dialog", { name: "Update 1 agent?" });
  left.unmount();

  // Cause: where each was skipped the title asked about all of them. Law: a number is of what is done.
  const upToDate = ["ams-batch-01", "lon-dock-01"].map(
    (name) => all.find((one) => sessionName(one) === name)!.id,
  );
  const none = ask(off!.id, ...upToDate);
  await screen.findByText("3 skipped");
  expect(screen.getByRole("dialog", { name: "Update and restart" })).toBeTruthy();
  none.unmount();
  const one = ask(other!.id, ...upToDate);
  await screen.findByText("2 skipped");
  expect(screen.getByRole("dialog", { name: "Update and restart 1 agent?" })).toBeTruthy();
  one.unmount();

  // Cause: one that is known to refuse was told without a word where it was chosen alone. Law: what can't be done is not offered, and says why.
  const alone = ask(off!.id);
  const button = await screen.findByRole("button", { name: "Update and restart" });
  await waitFor(() => expect(button.textContent).toMatch(/None of these agents can do this now\.$/));
  expect(screen.getByText(/^Updates off\. Turn on update checks/)).toBeTruthy();
  alone.unmount();

  // Cause: "It updates, restarts as soon as it is ready" was said of an agent that had its update. Law: what is said holds.
  const begun = startAction({ id: "2", kind: "update", session: other!, sessions: all, urls: [], at: 1 });
  ledger.update(() => [answered(begun, { outcome: "accepted" }, 2)]);
  ask(other!.id);
  await screen.findByText("Its update is installed. It restarts, and is checked to be online again.");
  await service.close();
});

// Cause: a rollout of several agents didn't say that some have their update installed, and told those again that only their hosts can restart.
// Law: what is planned is what is left to do.
it("says who is only restarted, and leaves out who waits for its host", async () => {
  const service = await connected(24);
  onTestFinished(ledger.clear);
  const all = await fetchNewestSessions();
  const names = ["lon-dock-02", "ams-scan-01", "fra-gw-02"];
  const three = names.map((name) => all.find((one) => sessionName(one) === name)!);
  const updated = three.slice(0, 2).map((session) => {
    const sent = startAction({ id: session.id, kind: "update", session, sessions: all, urls: [], at: 1 });
    return answered(sent, { outcome: "accepted" }, 2);
  });
  ledger.update(() => updated);
  const sessionIds = three.map(({ id }) => id);
  renderInApp(<RolloutDialog {...{ sessionIds }} chosen="" onClose={() => undefined} />);
  const batches = await screen.findByRole("list", { name: "Batches" });
  await within(batches).findByText("ams-scan-01 (restart only)");
  expect(within(batches).getByText("fra-gw-02")).toBeTruthy();
  const skipped = screen.getByText("1 skipped").parentElement!;
  expect(within(skipped).getByText("lon-dock-02").closest("li")!.textContent).toMatch(
    /Already updated\. Restart it on its host to finish\./,
  );
  await service.close();
});
