// Cause: an updated agent that can’t restart itself was told as "restart by hand" as soon as it accepted, and nobody looked again: a
// download that failed later counted as updated, and one that was back never as done. Law: what only its host can start is
// watched until it is back with the new version, after the rollout has ended, too.
import { expect, it } from "vitest";
import type { UpdateReport } from "../agent-release.ts";
import { advance, newRollout } from "./machine.ts";
import { awaitsHosts, type RolloutState } from "./state.ts";

const MINUTE = 60_000;
const START = newRollout(
  {
    action: "update_and_restart",
    canary: 0,
    at_once: 1,
    pause_seconds: 0,
    halt_failures: null,
    halt_percent: null,
    halt_endpoint_id: null,
    halt_error_percent: null,
  },
  [{ session_id: "ts_1", from: "1.0.0", restarts: false, batch: 0 }],
);

type Seen = { id: string; version: string; said?: Pick<UpdateReport, "state" | "reason"> };

/** One complete reading of the only agent; null = it is offline. */
function look(state: RolloutState, at: number, seen: Seen | null): RolloutState {
  const reading = {
    online: new Map(seen ? [[seen.id, seen.version]] : []),
    next: new Map(seen && seen.id !== "ts_1" ? [["ts_1", seen.id]] : []),
    updateOf: () => seen?.said && { version: "1.1.0", ...seen.said },
  };
  const after = advance(state, { at, reading });
  const answers = after.commands.map(
    ({ agent, step }) => ({ agent, step, outcome: "accepted", detail: "" }) as const,
  );
  return answers.length > 0 ? advance(after.state, { at, answers }).state : after.state;
}

/** It was updated, and its rollout has ended. */
function updated(said?: Seen["said"]): RolloutState {
  const before = { id: "ts_1", version: "1.0.0", ...(said && { said }) };
  return [0, 1_000, 11_000].reduce((state, at) => look(state, at, before), START);
}

const outcome = ({ agents: [agent] }: RolloutState) => [agent?.state, agent?.detail];

it("ends as to be started by hand only once it says that it is ready", () => {
  const waits = updated({ state: "updating" });
  expect([waits.ended_at, waits.agents[0]?.state]).toEqual([null, "running"]);
  const broken = { state: "failed", reason: "The disk is full." } as const;
  expect(outcome(look(waits, 20_000, { id: "ts_1", version: "1.0.0", said: broken }))).toEqual([
    "failed",
    "The update to 1.1.0 failed. The disk is full.",
  ]);
  const ready = updated({ state: "updated" });
  expect([ready.status, ready.agents[0]?.state, awaitsHosts(ready)]).toEqual(["done", "by_hand", true]);
});

it("of a rollout from before it was watched, the time counts from when it was updated", () => {
  const ready = updated({ state: "updated" });
  const agents = ready.agents.map((agent) => ({ ...agent, steps: agent.steps.slice(0, -1) }));
  const after = look({ ...ready, agents }, 11_000 + 5 * MINUTE, { id: "ts_2", version: "1.1.0" });
  expect(outcome(after)).toEqual(["succeeded", "Started on its host after 5 min, 1.0.0 → 1.1.0."]);
});

it.each<[string, Seen["said"] | undefined, Seen, (string | undefined)[]]>([
  [
    "the new version",
    { state: "updated" },
    { id: "ts_2", version: "1.1.0" },
    ["succeeded", "Started on its host after 30 min, 1.0.0 → 1.1.0."],
  ],
  [
    "a higher one, after another update",
    { state: "updated" },
    { id: "ts_2", version: "1.2.0" },
    ["succeeded", "Started on its host after 30 min, 1.0.0 → 1.2.0."],
  ],
  [
    "a higher one, where it had said none",
    undefined,
    { id: "ts_2", version: "1.0.5" },
    ["succeeded", "Started on its host after 30 min, 1.0.0 → 1.0.5."],
  ],
  [
    "a lower one than it said",
    { state: "updated" },
    { id: "ts_2", version: "1.0.5" },
    ["failed", "Started on its host. Runs 1.0.5 instead of 1.1.0."],
  ],
  [
    "the old one, since the new one was rolled back",
    { state: "updated" },
    { id: "ts_2", version: "1.0.0", said: { state: "rolled_back", reason: "It ended with code 1." } },
    ["failed", "1.1.0 was rolled back. It ended with code 1."],
  ],
])("is watched after the rollout has ended, until it is back with %s", (_, said, back, expected) => {
  let state = updated(said);
  const { ended_at } = state;
  // A connection that was lost is no start, and being away is no failure.
  state = look(state, 5 * MINUTE, { id: "ts_lost", version: "1.0.0", said: { state: "updated" } });
  state = look(state, 10 * MINUTE, null);
  expect([state.agents[0]?.state, state.ended_at]).toEqual(["by_hand", ended_at]);
  const kept = JSON.parse(JSON.stringify(state)) as RolloutState;
  const at = 30 * MINUTE + 11_000;
  const reading = {
    online: new Map([[back.id, back.version]]),
    next: new Map([["ts_lost", back.id]]),
    updateOf: () => back.said && { version: "1.1.0", ...back.said },
  };
  const { state: after, commands } = advance(kept, { at, reading });
  expect([outcome(after), commands, after.ended_at, awaitsHosts(after)]).toEqual([
    expected,
    [],
    ended_at,
    false,
  ]);
  const step = after.agents[0]?.steps.at(-1);
  expect([step?.kind, step?.ended, step?.attempt]).toEqual(["start", at, 1]);
  expect(advance(after, { at: at + MINUTE, reading }).state).toBe(after);
});
