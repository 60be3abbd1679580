import { expect, it } from "vitest";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { answered, moved } from "./action.ts";
import { blinksOf, expectedBlink } from "./blinks.ts";
import { startAction } from "./start-action.ts";

const T0 = Date.parse("2026-11-23T08:00:00Z");
const session = (id: string): TunnelSession => ({
  id,
  uri: "",
  agent_version: "1.0.0",
  ip: "192.0.2.7",
  metadata: "",
  os: "linux",
  region: "us",
  started_at: "2026-11-22T10:00:00Z",
  transport: "service/2",
});

/** A restart of this visit that ended online, after so many seconds. */
function restarted(id: string, at: number, seconds: number) {
  const action = startAction({
    id: `${at}`,
    kind: "restart",
    session: session(id),
    sessions: [],
    urls: [],
    at,
  });
  const accepted = answered(action, { outcome: "accepted" }, at);
  return moved(accepted, { phase: "verified", seconds, successorId: `${id}+` }, at + seconds * 1_000);
}

/** A rollout that restarted one agent; null = it did not come back. */
function rolledOut(id: string, at: number, seconds: number | null) {
  const time = (ms: number) => new Date(ms).toISOString();
  const step = (kind: string, from: number, until: number, result: string) => ({
    kind,
    session_id: id,
    started_at: time(from),
    ended_at: time(until),
    result,
    detail: "",
  });
  const end = at + (seconds ?? 60) * 1_000;
  const steps = [
    step("restart", at, at + 500, "done"),
    step("return", at + 500, end, seconds === null ? "failed" : "done"),
  ];
  return { agents: [{ session: session(id), session_id: `${id}+`, steps }] } as unknown as Rollout;
}

it("has the last three restarts of an agent that ended online, wherever they were asked for", () => {
  const actions = [restarted("a", T0, 9), restarted("a+", T0 + 60_000, 4), restarted("b", T0, 30)];
  const rollouts = [
    rolledOut("a", T0 + 120_000, 5),
    rolledOut("a", T0 + 180_000, null),
    rolledOut("c", T0, 40),
  ];
  expect(blinksOf(["a++", "a+", "a"], actions, rollouts)).toEqual([5, 4, 9]);
  expect(blinksOf(["a++", "a+", "a"], [...actions, restarted("a++", T0 + 300_000, 6)], rollouts)).toEqual([
    6, 5, 4,
  ]);
  expect(blinksOf(["d"], actions, rollouts)).toEqual([]);
  // Cause: after a restart that an agent did not come back from until somebody started it, "about 110 s" was expected of the next one.
  // Law: what is expected comes of what was alike.
  const late = restarted("e", T0, 110);
  const log = [...late.log, { at: T0 + 60_000, event: "overdue" as const }];
  expect(blinksOf(["e"], [{ ...late, log }], [])).toEqual([]);
});

it.each([
  // Cause: "How long is unknown. No recent restart of these agents is known." Law: one idea, once, as people say it.
  [[[]], null, "No recent restart to estimate the time from."],
  [[[], []], null, "No recent restart to estimate the time from."],
  [[[4]], "about 4 s", "As in its last restart."],
  [[[4, 12, 3]], "about 4 s", "As in its last 3 restarts."],
  [[[0]], "about 1 s", "As in its last restart."],
  [[[4, 4], [12], []], "about 4 to 12 s", "As in the last 3 restarts of 2 agents. Unknown for 1 agent."],
])("says of %j how long it is expected to take", (all, length, source) => {
  expect(expectedBlink(all)).toEqual({ length, source });
});
