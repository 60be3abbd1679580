// Cause: the selection bar said "Update 0…" and "Restart 0…", and gave a try that was refused before the weight of the next step.
// Law: a number is of what can be done, and a button that can't be used says why.
import { act, cleanup, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { refusal } from "#contract/capability.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { answered, type Answer } from "#fleet/action.ts";
import { startAction } from "#fleet/start-action.ts";
import { ledger } from "#fleet/use-fleet.ts";
import { published } from "#fleet/use-published.ts";
import { renderInApp } from "#testing/render.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import { buildRows } from "./session-rows.ts";

const NEWEST = "3.18.2";

const session = (os: string, version = "3.17.4"): TunnelSession => ({
  id: `ts_${os}`,
  uri: "",
  agent_version: version,
  ip: "203.0.113.15",
  os,
  region: "eu",
  started_at: "2026-11-20T14:00:00Z",
  transport: "service/2",
});

/** The bar over one agent that was sent an update, if `answer` says what came of it: its buttons but the last two, which every bar has; primary ones marked. */
function bar(os: string, answer?: Answer) {
  return barOf([{ one: session(os), answer, agoMs: 60_000 }]);
}

type Sent = { one: TunnelSession; answer: Answer | undefined; agoMs: number };

function barOf(sent: readonly Sent[], left = 0, releases?: readonly string[]) {
  const sessions = sent.map(({ one }) => one);
  const actions = sent.flatMap(({ one, answer, agoMs }) => {
    const at = Date.now() - agoMs;
    const start = startAction({ id: one.id, kind: "update", session: one, sessions, urls: [], at });
    return answer ? [answered(start, answer, at)] : [];
  });
  if (actions.length > 0) ledger.update(() => actions);
  const all = [...sessions, session("newest", NEWEST)];
  const rows = buildRows({ sessions: all, serves: null, actions, now: Date.now() })
    .slice(0, sent.length)
    .map((row, index) => ({ ...row, online: index >= left }));
  const client = createQueryClient();
  if (releases) client.setQueryData(published.queryKey, [...releases]);
  renderInApp(<BulkActions rows={rows} onAsk={() => undefined} />, { client });
  const buttons = screen.getAllByRole("button");
  const staged = buttons.slice(-2).map(({ textContent }) => textContent);
  expect(staged.map((text) => text?.split("…")[0])).toEqual(["Update and restart", "Roll out"]);
  return buttons
    .slice(0, -2)
    .map(
      ({ textContent, className }) => `${textContent}${/\bbg-accent\b/.test(className) ? " primary" : ""}`,
    );
}

const no: Answer = { outcome: "refused", error: { msg: "No.", status: 409 } };

it("counts what can be done, and says why nothing can", () => {
  expect(bar("windows")).toEqual([
    "Update 1… primary",
    `Restart…${refusal("restart", session("windows"))}`,
    "Stop 1…",
  ]);
});

// Cause: "7 selected" beside "1 of 3…": the offline ones were not counted. Law: one number for one thing.
it("counts of all that are selected, offline ones too", () => {
  const sent = ["linux", "windows", "freebsd"].map((os) => ({
    one: session(os),
    answer: undefined,
    agoMs: 0,
  }));
  expect(barOf(sent, 1)).toEqual(["Update 2 of 3… primary", "Restart 1 of 3…", "Stop 2 of 3…"]);
});

// Cause: agents on the newest release were offered "Update 2…" as the next step. Law: the same.
it("offers no update where there is none", () => {
  expect(barOf([{ one: session("linux", NEWEST), answer: undefined, agoMs: 0 }])).toEqual([
    "Update…Up to date.",
    "Restart 1…",
    "Stop 1…",
  ]);
  expect(barOf([{ one: session("linux", "nightly"), answer: undefined, agoMs: 0 }])).toContain(
    "Update 1… primary",
  );
});

// Cause: "Update…" of an up-to-date agent and an outdated one whose updates are off said "Up to date." of both. Law: a reason is true
// of all that it is said of.
it("says each reason of its own agents", () => {
  const off: Answer = { outcome: "refused", error: { msg: "No.", code: UPDATE_REFUSALS.disabled } };
  const [update] = barOf([
    { one: session("linux", NEWEST), answer: undefined, agoMs: 0 },
    { one: session("freebsd"), answer: off, agoMs: 60_000 },
  ]);
  expect(update).toMatch(/^Update…1 agent: Up to date\. 1 agent: Updates off\. Turn on/);
});

// Cause: "Restart it on its host" and "in its configuration" were said of several agents. Law: what is said of several is said in their
// number.
it("says a reason of several agents in their number", () => {
  const yes: Answer = { outcome: "accepted" };
  const off: Answer = { outcome: "refused", error: { msg: "No.", code: UPDATE_REFUSALS.disabled } };
  const sent = [yes, yes, off].map((answer, i) => ({
    one: { ...session(i < 2 ? "windows" : "linux"), id: `ts_${i}` },
    answer,
    agoMs: 60_000,
  }));
  const [update] = barOf(sent);
  expect(update).toMatch(
    /^Update…2 agents: Already updated\. Restart them on their hosts to finish\. 1 agent: Updates off\. .* in its conf/,
  );
});

it.each([
  [1, "This agent is offline."],
  [2, "These agents are offline."],
])("says of %i that nothing can be sent", (count, why) => {
  const sent = ["linux", "freebsd"].slice(0, count).map((os) => ({
    one: session(os),
    answer: undefined,
    agoMs: 0,
  }));
  expect(barOf(sent, count)).toEqual(["Update", "Restart", "Stop"].map((name) => `${name}…${why}`));
  expect(screen.getByRole("button", { name: "Roll out…" }).textContent).toBe(`Roll out…${why}`);
});

it("leads from an update to the restart", () => {
  expect(bar("linux", { outcome: "accepted" })).toEqual([
    "Update…Already updated. Restart it to finish.",
    "Restart 1… primary",
    "Stop 1…",
  ]);
});

it("makes nothing the next step of an agent that refused its update", () => {
  expect(bar("linux", no)).toEqual(["Update 1…", "Restart 1…", "Stop 1…"]);
});

it("does not lead to the restart of that one while the others still settle", () => {
  const sent = [
    { one: session("linux"), answer: { outcome: "accepted" } as const, agoMs: 1000 },
    { one: session("freebsd"), answer: no, agoMs: 1000 },
  ];
  expect(barOf(sent)).toEqual(["Update 1 of 2…", "Restart 1 of 2…", "Stop 2…"]);
});

// Cause: agents that only their hosts can restart could be sent into a rollout that did nothing. Law: what has nothing to do says so.
it("offers no update to agents that were updated and wait for their hosts to restart them", () => {
  const yes: Answer = { outcome: "accepted" };
  const [one, two] = [session("windows"), { ...session("windows"), id: "ts_two" }];
  barOf([one, two].map((each) => ({ one: each, answer: yes, agoMs: 60_000 })));
  expect(screen.getByRole("button", { name: "Update and restart…" }).textContent).toBe(
    "Update and restart…Already updated. Restart them on their hosts to finish.",
  );
});

// Cause: with an agent that is up to date, alone or beside such that wait for their hosts, it opened a question about agents of which the
// plan skipped each. Law: one rule for all: what an agent alone is not offered, none of several is.
it("offers no rollout of an update where each agent would be skipped, whatever the reason of each", () => {
  const yes: Answer = { outcome: "accepted" };
  const current = { one: session("linux", NEWEST), answer: undefined, agoMs: 0 };
  const byHand = ["ts_a", "ts_b"].map((id) => ({
    one: { ...session("windows"), id },
    answer: yes,
    agoMs: 60_000,
  }));
  const offered = () => screen.getByRole("button", { name: "Update and restart…" }).textContent;
  barOf([current], 0, [NEWEST]);
  expect(offered()).toBe("Update and restart…Up to date.");
  cleanup();
  barOf([...byHand, current], 0, [NEWEST]);
  expect(offered()).toBe(
    "Update and restart…2 agents: Already updated. Restart them on their hosts to finish. 1 agent: Up to date.",
  );
  cleanup();
  barOf([{ ...current, one: { ...current.one, transport: "ssh" } }], 0, [NEWEST]);
  expect(offered()).toMatch(/^Update and restart…An ssh session has no agent that can update itself\./);
  cleanup();
  // An update that is installed has its restart left.
  const here = { one: session("freebsd"), answer: yes, agoMs: 60_000 };
  barOf([...byHand, current, here], 0, [NEWEST]);
  expect(offered()).toBe("Update and restart…");
});

// Cause: the same while each restarts, which an agent alone is not offered either. Law: the same.
it("offers no rollout of an update to agents that restart", () => {
  const at = Date.now();
  const one = session("linux");
  const start = startAction({ id: "r", kind: "restart", session: one, sessions: [one], urls: [], at });
  const restart = answered(start, { outcome: "accepted" }, at);
  barOf([{ one, answer: undefined, agoMs: 0 }], 0, [NEWEST]);
  act(() => ledger.update(() => [restart]));
  expect(screen.getByRole("button", { name: "Update and restart…" }).textContent).toBe(
    "Update and restart…Restart is running.",
  );
});

// Cause: of the refusals of an update only those of the plan were asked about before a rollout of agents whose updates are off. Law:
// the same.
it("offers no rollout of an update to agents whose updates are off", () => {
  const off: Answer = { outcome: "refused", error: { msg: "No.", code: UPDATE_REFUSALS.disabled } };
  bar("linux", off);
  const offer = screen.getByRole("button", { name: "Update and restart…" });
  expect(offer.textContent).toMatch(/^Update and restart…Updates off\. Turn on update checks/);
});
