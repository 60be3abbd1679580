// Cause: the cards of a stop and a restart stood above the endpoints of an agent that had come back by itself half an hour later.
// Law: what was done is told in full while it explains what is seen, then folded.
import { expect, it } from "vitest";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { moved, type ActionState } from "./action.ts";
import { isPast } from "./is-past.ts";
import { startAction } from "./start-action.ts";

const session = {
  id: "ts_1",
  uri: "",
  agent_version: "3.18.2",
  ip: "192.0.2.7",
  os: "linux",
  region: "eu",
  started_at: "2026-11-22T10:00:00Z",
  transport: "service/2",
};
const MIN = 60_000;
const sent = (kind: AgentCommand, state: ActionState, urls: string[] = []) =>
  moved(startAction({ id: "1", kind, session, sessions: [session], urls, at: 0 }), state, 3000);
const back = { phase: "verified", seconds: 3, successorId: "ts_2" } as const;

it("folds what worked after a while, or once another session came, and never what failed", () => {
  const restart = sent("restart", back);
  expect(isPast(restart, "ts_2", 4 * MIN)).toBe(false);
  expect(isPast(restart, "ts_2", 6 * MIN)).toBe(true);
  expect(isPast(restart, "ts_3", 4000)).toBe(true);
  const stop = sent("stop", { phase: "verified", seconds: 0 });
  expect([isPast(stop, "ts_1", 4000), isPast(stop, "ts_9", 4000)]).toEqual([false, true]);
  const overdue = sent("restart", { phase: "overdue", reason: "not-back" });
  expect([isPast(overdue, "ts_1", 60 * MIN), isPast(overdue, "ts_9", 4000)]).toEqual([false, true]);
  const refused = sent("stop", { phase: "refused", error: { msg: "No." } });
  expect([isPast(refused, "ts_1", 60 * MIN), isPast(refused, "ts_9", 60 * MIN)]).toEqual([false, false]);
  expect(isPast(sent("restart", { phase: "waiting" }), "ts_9", 60 * MIN)).toBe(false);
});

// Cause: "Not updated" stayed over an agent that a later update had brought the new version. Law: a failure is told until it is made good.
it("folds an update that did not take once the version rose", () => {
  const phase = { phase: "unchanged", successorId: "ts_2", version: "3.17.4", seconds: 3 } as const;
  const update = sent("update", phase);
  expect(isPast(update, "ts_2", 4000, "3.17.4")).toBe(false);
  expect(isPast(update, "ts_3", 4000, "3.18.2")).toBe(true);
  expect(isPast(sent("stop", { phase: "refused", error: { msg: "No." } }), "ts_1", 4000, "9.0.0")).toBe(
    false,
  );
});

// Cause: "No update available" stayed over an agent for good. Law: what needs nothing is folded like what worked.
it("folds an update that had nothing to do after a while", () => {
  const error = { msg: "None.", code: UPDATE_REFUSALS.notAvailable };
  const update = sent("update", { phase: "refused", error });
  expect([isPast(update, "ts_1", 4 * MIN), isPast(update, "ts_1", 6 * MIN)]).toEqual([false, true]);
});

it("keeps a restart in sight until its addresses were seen again", () => {
  const restart = sent("restart", back, ["https://a.example"]);
  expect(isPast(restart, "ts_2", 60 * MIN)).toBe(false);
  expect(isPast({ ...restart, servedAgain: true }, "ts_2", 60 * MIN)).toBe(true);
});
