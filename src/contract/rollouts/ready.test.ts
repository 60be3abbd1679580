// Cause: a restart 10 s after an update cut off a download that took longer, and a version that was rolled back was told
// as "still with 1.0.0" only. Law: an agent that says how its update goes is restarted once it is ready; why it failed or was
// rolled back is its outcome.
import { expect, it } from "vitest";
import type { UpdateReport } from "../agent-release.ts";
import { advance, newRollout } from "./machine.ts";
import type { RolloutState } from "./state.ts";

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
  [{ session_id: "ts_1", from: "1.0.0", restarts: true, batch: 0 }],
);

type Report = Pick<UpdateReport, "state" | "reason"> | undefined;

/** Its update was accepted at once; `reports` = what it says from each second on. */
function follow(reports: readonly (readonly [from: number, Report])[], until: number, runs = "1.0.0") {
  let state: RolloutState = START;
  const sent: string[] = [];
  let id = "ts_1";
  const next = new Map<string, string>();
  for (let s = 0; s <= until && state.ended_at === null; s += 1) {
    const said = reports.findLast(([from]) => from <= s)?.[1];
    const reading = {
      online: new Map([[id, id === "ts_1" ? "1.0.0" : runs]]),
      next,
      updateOf: () => said && { version: "1.1.0", ...said },
    };
    const { state: after, commands } = advance(state, { at: s * 1_000, reading });
    state = after;
    for (const { kind, agent, step } of commands) {
      sent.push(`${kind} at ${s}`);
      const answer = { agent, step, outcome: "accepted", detail: "" } as const;
      state = advance(state, { at: s * 1_000, answers: [answer] }).state;
      if (kind === "restart") {
        next.set(id, "ts_2");
        id = "ts_2";
      }
    }
  }
  const [agent] = state.agents;
  return {
    sent,
    state: agent?.state,
    detail: agent?.detail,
    settled: agent?.steps.find(({ kind }) => kind === "settle")?.detail,
  };
}

it.each<[string, readonly (readonly [number, Report])[], Omit<ReturnType<typeof follow>, "state">]>([
  [
    "says nothing: 10 s are counted",
    [[0, undefined]],
    {
      sent: ["update at 0", "restart at 10"],
      settled: "",
      detail: "Online again after 1 s, still with 1.0.0.",
    },
  ],
  [
    "is ready sooner: it still has 10 s",
    [[0, { state: "updated" }]],
    {
      sent: ["update at 0", "restart at 10"],
      settled: "Ready to run 1.1.0.",
      detail: "Online again after 1 s, still with 1.0.0.",
    },
  ],
  [
    "is ready later",
    [
      [0, { state: "updating" }],
      [42, { state: "updated" }],
    ],
    {
      sent: ["update at 0", "restart at 42"],
      settled: "Ready to run 1.1.0.",
      detail: "Online again after 1 s, still with 1.0.0.",
    },
  ],
  [
    "fails",
    [
      [0, { state: "updating" }],
      [30, { state: "failed", reason: "The disk of /opt is full." }],
    ],
    {
      sent: ["update at 0"],
      settled: "The update to 1.1.0 failed. The disk of /opt is full.",
      detail: "The update to 1.1.0 failed. The disk of /opt is full.",
    },
  ],
  [
    "never gets ready",
    [[0, { state: "updating" }]],
    {
      sent: ["update at 0"],
      settled: "Still updating to 1.1.0 after 360 s.",
      detail: "Still updating to 1.1.0 after 360 s.",
    },
  ],
  [
    "is rolled back",
    [
      [0, { state: "updated" }],
      [11, { state: "rolled_back", reason: "It ended with exit code 1 before it was online." }],
    ],
    {
      sent: ["update at 0", "restart at 10"],
      settled: "Ready to run 1.1.0.",
      detail:
        "Online again after 1 s, still with 1.0.0. 1.1.0 was rolled back. It ended with exit code 1 before it was online.",
    },
  ],
])("an agent that %s", (_, reports, expected) => {
  const { state: _state, ...said } = follow(reports, 400);
  expect(said).toEqual(expected);
});

it("an agent is left as it is once nothing else serves a URL that was to stay up, and has its turn as soon as something does", () => {
  const url = "https://app.example";
  const settings = { ...START.settings, action: "restart" as const };
  const agents = [{ session_id: "ts_1", from: "1.0.0", restarts: true, keeps: [url], batch: 0 }];
  const at = (second: number, others: readonly string[], state: RolloutState) =>
    advance(state, {
      at: second * 1_000,
      reading: {
        online: new Map(["ts_1", ...others].map((id) => [id, "1.0.0"])),
        next: new Map(),
        sessionsOf: new Map([[url, new Set(["ts_1", ...others])]]),
      },
    });
  const held = at(0, [], newRollout(settings, agents));
  expect(held.commands).toEqual([]);
  expect(at(59, ["ts_9"], held.state).commands).toMatchObject([{ kind: "restart", session_id: "ts_1" }]);
  expect(at(60, [], held.state)).toMatchObject({
    commands: [],
    state: { agents: [{ state: "failed", detail: `Left as it is: no other session serves ${url} now.` }] },
  });
});

// Cause: an agent that came back with another version than the one it was told counted as done, since its version rose. Law: what
// its agent said it would run is what it must run; where it said nothing, a higher version is enough.
it.each([
  ["1.1.0", "succeeded", "Online again after 1 s, 1.0.0 → 1.1.0."],
  ["1.0.5", "failed", "Online again after 1 s. Runs 1.0.5 instead of 1.1.0."],
  ["1.2.0", "failed", "Online again after 1 s. Runs 1.2.0 instead of 1.1.0."],
  ["1.0.0", "failed", "Online again after 1 s, still with 1.0.0."],
])("one that said 1.1.0 and came back with %s has %s", (runs, state, detail) => {
  expect(follow([[0, { state: "updated" }]], 400, runs)).toMatchObject({ state, detail });
});

it("one that said nothing has succeeded with any higher version", () => {
  expect(follow([[0, undefined]], 400, "1.0.5")).toMatchObject({ state: "succeeded" });
});
