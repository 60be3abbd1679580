// Cause: a canary that died 4 s after it was online counted as done, and its rollout went on to the others. Law: an agent that
// is back is done once it stays online; one that leaves again fails, counts towards the halt, and is named.
import { expect, it } from "vitest";
import { advance, newRollout } from "./machine.ts";
import type { RolloutState } from "./state.ts";

const SETTINGS = {
  action: "restart",
  canary: 1,
  at_once: 1,
  pause_seconds: 8,
  halt_failures: null,
  halt_percent: null,
  halt_endpoint_id: null,
  halt_error_percent: null,
} as const;
const planned = (count: number) =>
  Array.from({ length: count }, (_, batch) => ({
    session_id: `ts_${batch}`,
    from: "1.0.0",
    restarts: true,
    batch,
  }));

/** The first agent is back a second after its restart; `sessions` = the one that it has then, by the seconds since. */
function follow(count: number, sessions: (second: number) => string | null, until = 200) {
  let state: RolloutState = newRollout(SETTINGS, planned(count));
  const told: string[] = [];
  const others = Array.from({ length: count - 1 }, (_, i) => [`ts_${i + 1}`, "1.0.0"] as const);
  let endedAt: number | null = null;
  for (let s = 0; s <= until && endedAt === null && told.length < 2; s += 1) {
    const own = s === 0 ? "ts_0" : sessions(s - 1);
    const next = new Map([
      ["ts_0", "ts_back"],
      ["ts_back", "ts_again"],
    ]);
    const online = new Map([...(own === null ? [] : [[own, "1.0.0"] as const]), ...others]);
    const step = advance(state, { at: s * 1_000, reading: { online, next } });
    state = step.state;
    for (const { agent, step: index, session_id } of step.commands) {
      told.push(`${session_id} at ${s}`);
      const answer = { agent, step: index, outcome: "accepted", detail: "" } as const;
      state = advance(state, { at: s * 1_000, answers: [answer] }).state;
    }
    endedAt = state.ended_at;
  }
  const [first] = state.agents;
  const steps = first?.steps.map(({ kind, result }) => `${kind} ${result}`);
  return { told, halted: state.halted_by, state: first?.state, detail: first?.detail, steps, endedAt };
}

it("a canary that dies within the pause fails, and nobody follows it", () => {
  expect(follow(2, (s) => (s < 4 ? "ts_back" : null))).toEqual({
    told: ["ts_0 at 0"],
    halted: "canary",
    state: "failed",
    detail: "Went offline 4 s after it was back.",
    steps: ["restart done", "return done", "stay failed"],
    endedAt: 65_000,
  });
});

it("one whose connection breaks for a moment holds up the next batch until it is back", () => {
  const after = follow(2, (s) => (s < 6 ? "ts_back" : s < 20 ? null : "ts_again"));
  expect(after).toMatchObject({ told: ["ts_0 at 0", "ts_1 at 21"], state: "succeeded" });
  expect(after.steps).toEqual(["restart done", "return done", "stay done"]);
});

it("one that is restarted alone is done after 5 s", () => {
  expect(follow(1, () => "ts_back")).toMatchObject({ state: "succeeded", endedAt: 6_000 });
});
