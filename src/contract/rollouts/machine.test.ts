import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { act, advance, newRollout } from "./machine.ts";
import {
  type Reading,
  type RolloutCommand,
  type RolloutSettings,
  type RolloutState,
  sessionNow,
} from "./state.ts";
import { steadyMs } from "./steady.ts";
import { type Scenario, scenario, world } from "./testing/world.ts";
import { type Watched, watchedSince } from "./watched.ts";

const isOver = ({ state }: RolloutState["agents"][number]) => state !== "waiting" && state !== "running";

function simulate(given: Scenario, { kept }: { kept: boolean }) {
  const { errors, agents: _, acts: __, takenOverAt: ___, ...numbers } = given;
  const settings = { ...numbers, halt_endpoint_id: given.halt_error_percent === null ? null : "ep_1" };
  const around = world(given);
  const through = (state: RolloutState): RolloutState =>
    kept ? (JSON.parse(JSON.stringify(state)) as RolloutState) : state;
  let state = newRollout(
    settings,
    given.agents.map(({ restarts, batch, serves }, i) => ({
      session_id: `ts_${i}`,
      from: "1.0.0",
      restarts,
      batch,
      keeps: serves,
    })),
  );
  const acts = given.acts.toSorted(([a], [b]) => a - b);
  const faults: string[] = [];
  let at = 0;
  for (; at < 3_600_000; at += 1_000) {
    around.run(at);
    while (acts[0] && acts[0][0] * 1_000 <= at) state = act(through(state), acts.shift()![1], at);
    if (at > 250_000 && state.status === "paused") state = act(state, "resume", at);
    const takenOver = given.takenOverAt !== null && given.takenOverAt * 1_000 === at;
    const answers = around.answers();
    const before = state;
    // Whatever it was, it ends.
    const [, said] = (at <= 250_000 && errors.findLast(([from]) => from * 1_000 <= at)) || [0, 0];
    const watched = said === null ? undefined : { requests: 10, errors: said };
    const reading = around.reading(at);
    const step = advance(through(state), {
      at,
      answers: takenOver ? [] : answers,
      reading,
      takenOver,
      watched,
    });
    state = step.state;
    for (const command of step.commands) around.tell(command, at);
    faults.push(
      ...broken(settings, before, state, step.commands, watched),
      ...wholeDown(before, state, reading),
      ...leftAgain(before, state, reading),
    );
    if (state.ended_at !== null && acts.length === 0) break;
  }
  expect(faults).toEqual([]);
  return { state, sent: around.sent, truth: around.truth };
}

/** The laws that one step breaks. */
function broken(
  { at_once, halt_failures, halt_percent, halt_error_percent: errorBound }: RolloutSettings,
  before: RolloutState,
  state: RolloutState,
  commands: readonly RolloutCommand[],
  watched: Watched | undefined,
): string[] {
  const { agents, status, halted_by: reason } = state;
  const began = agents.filter((agent, i) => agent.attempts > before.agents[i]!.attempts);
  const failed = agents.filter((agent) => agent.state === "failed" && !agent.forgiven).length;
  const percent = halt_percent === null ? Infinity : Math.ceil((halt_percent * agents.length) / 100);
  const bound = Math.min(halt_failures ?? Infinity, percent);
  const hasErrors = errorBound !== null && watched !== undefined && watched.errors * 10 >= errorBound;
  const goesOn = status === "running" || status === "paused";
  const told = commands.map(({ agent }) => agents[agent]!);
  const laws: Record<string, boolean> = {
    "no agent twice at once":
      new Set(told).size === told.length &&
      // Whatever it was told before was answered, or given up.
      told.every(
        ({ state: now, steps }) =>
          now === "running" && steps.slice(0, -1).every((step) => step.ended !== null),
      ),
    "never more at once":
      agents.filter(({ state: now, steps }) => now === "running" && steps.at(-1)?.kind !== "stay").length <=
      at_once,
    "nothing begins beyond it":
      began.length === 0 || agents.filter((agent) => agent.state === "running").length <= at_once,
    "only the batch whose turn it is": began.every(({ batch }) => batch === state.batch),
    "nothing begins unless it runs": before.status === "running" || began.length === 0,
    "halts by its bounds": !goesOn || failed < bound,
    "halts by nothing else": (reason !== "failures" && reason !== "percent") || failed >= bound,
    "halts by errors, and starts nothing without knowing them":
      (!goesOn || !hasErrors) &&
      (reason !== "errors" || before.halted_by === "errors" || hasErrors) &&
      (began.length === 0 || errorBound === null || watched !== undefined),
    "says that it waits for errors that nobody knows":
      (state.held_by === "errors_unknown") ===
      (errorBound !== null &&
        watched === undefined &&
        status === "running" &&
        agents.some((agent) => agent.state === "waiting")),
    "nobody waits once halted": status !== "halted" || agents.every((agent) => agent.state !== "waiting"),
    // Cause: once those that failed were retried, a rollout that had halted ended as done. Law: done = nobody was left out.
    "is done only where nobody is left out":
      status !== "done" || agents.every(({ state: now }) => now !== "not_started"),
    "each has an outcome in the end": state.ended_at === null || agents.every(isOver),
  };
  return Object.keys(laws).filter((law) => laws[law] === false);
}

const isHeld = ({ steps }: RolloutState["agents"][number]) => steps.at(-1)?.kind === "hold";
const isLost = ({ steps }: RolloutState["agents"][number]) => steps.at(-1)?.kind === "stay";
const isUnderWay = (agent: RolloutState["agents"][number]) =>
  agent.state === "running" && !isHeld(agent) && !isLost(agent);

/**
 * Cause: a canary that died seconds after it was online counted as done, and its rollout went on. Law: when the next batch
 * begins, nobody of the one before counts as done that has left again.
 */
function leftAgain(before: RolloutState, state: RolloutState, reading: Reading): string[] {
  // What was halted or tried again has its batches anew.
  if (state.batch === before.batch || state.errors_from > 0) return [];
  return before.agents.flatMap(({ batch }, i) => {
    const { state: now, steps, session_id: id } = state.agents[i]!;
    const wasTold = steps.some(({ kind }) => kind === "restart");
    const isGone = batch === before.batch && now === "succeeded" && wasTold;
    return isGone && !reading.online.has(sessionNow(id, reading)) ? [`agent ${i} has left again`] : [];
  });
}

/** URLs that were to stay up and that nothing serves but those whose turn it is. */
function wholeDown(before: RolloutState, state: RolloutState, { online, next, sessionsOf }: Reading) {
  const sessions = state.agents.map(({ session_id }) => sessionNow(session_id, { online, next }));
  const down = new Set(sessions.filter((_, i) => isUnderWay(state.agents[i]!)));
  const began = state.agents.filter((agent, i) => isUnderWay(agent) && !isUnderWay(before.agents[i]!));
  return began
    .flatMap(({ keeps = [] }) => keeps)
    .filter((url) => [...(sessionsOf?.get(url) ?? [])].every((id) => down.has(id)))
    .map((url) => `nothing else serves ${url}`);
}

describe("a rollout", () => {
  it("ends with one outcome for each agent, and counts none as done that is not", () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { state, truth, sent } = simulate(given, { kept: false });
        expect(state.ended_at).not.toBeNull();
        for (const [i, agent] of state.agents.entries()) {
          const isDone =
            given.action === "update_and_restart"
              ? // Of one that never said what it would run, it only can be seen that its version rose.
                truth[i]!.version === (agent.target ?? (truth[i]!.version === "1.0.5" ? "1.0.5" : "1.1.0"))
              : truth[i]!.did;
          expect(agent.state === "succeeded" && !isDone).toBe(false);
          const { lived, crashes } = truth[i]!;
          const isLasting = !crashes && (lived ?? Infinity) >= steadyMs(state) - 2_000;
          expect(agent.state === "succeeded" && agent.attempts === 1 && !isLasting).toBe(false);
          const told = sent.filter((one) => one.agent === i).map(({ kind }) => kind);
          const commands = agent.steps.flatMap(({ kind }) =>
            kind === "update" || kind === "restart" || kind === "stop" ? [kind] : [],
          );
          expect(commands).toEqual(told);
          expect(agent.attempts === 0 && told.length > 0).toBe(false);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("that was kept and read again at any moment goes on as if nothing was", () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const through = simulate(given, { kept: true });
        const once = simulate(given, { kept: false });
        expect(through.state).toEqual(once.state);
        expect(through.sent).toEqual(once.sent);
      }),
      { numRuns: 50 },
    );
  });

  it("waits at least 10 s between an update and its restart", () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { sent } = simulate({ ...given, action: "update_and_restart" }, { kept: false });
        for (const restart of sent.filter(({ kind }) => kind === "restart")) {
          const update = sent.findLast(
            (one) => one.agent === restart.agent && one.kind === "update" && one.at < restart.at,
          );
          expect(restart.at - update!.at).toBeGreaterThanOrEqual(10_000);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("retries only what failed", () => {
    const given: Scenario = {
      action: "restart",
      agents: (["good", "refuses", "good"] as const).map((first) => ({
        first,
        later: first,
        restarts: true,
        batch: 0,
        serves: [],
        delay: 2,
        lives: 1,
      })),
      canary: 0,
      at_once: 4,
      pause_seconds: 0,
      halt_failures: null,
      halt_percent: null,
      halt_error_percent: null,
      errors: [],
      acts: [[30, "retry"]],
      takenOverAt: null,
      others: [],
    };
    const { sent, state } = simulate(given, { kept: false });
    expect(sent.map(({ agent }) => agent)).toEqual([0, 1, 2, 1]);
    expect(state.agents.map((agent) => agent.state)).toEqual(["succeeded", "failed", "succeeded"]);
    expect(state.agents[1]?.attempts).toBe(2);
  });

  // Cause: a retry of the last failed agent of a rollout that had ended was "Halted: too many failures", with nobody left to start,
  // and each retry left a hole in the numbers of its batches. Law: what has nothing to hold back does not halt.
  it("ends a retry of the last that failed as it had ended, in the same batches", () => {
    const settings = {
      action: "restart" as const,
      canary: 1,
      at_once: 2,
      pause_seconds: 0,
      halt_failures: 1,
      halt_percent: null,
      halt_endpoint_id: null,
      halt_error_percent: null,
    };
    const agent = (n: number, batch: number) => ({
      session_id: `ts_${n}`,
      from: null,
      restarts: true,
      batch,
    });
    const begun = newRollout(settings, [agent(0, 0), agent(1, 1), agent(2, 1)]);
    const agents = begun.agents.map(
      (one, i) => ({ ...one, state: i === 2 ? "failed" : "succeeded" }) as const,
    );
    let state: RolloutState = { ...begun, agents, status: "done", batch: 1, ended_at: 1 };
    const online = new Map(agents.map(({ session_id: id }) => [id, null]));
    for (const at of [1_000, 2_000]) {
      state = advance(act(state, "retry", at), { at, reading: { online, next: new Map() } }).state;
      const answer = { agent: 2, step: state.agents[2]!.steps.length - 1, detail: "No." };
      state = advance(state, { at: at + 1, answers: [{ ...answer, outcome: "refused" }] }).state;
      expect([state.status, state.agents.map(({ batch }) => batch)]).toEqual(["done", [0, 1, 2]]);
    }
    expect(state.agents[2]).toMatchObject({ state: "failed", attempts: 2 });
  });

  it("halts by the errors of its endpoint only, of 5 requests or more, and not by those it was resumed after", () => {
    const settings = {
      action: "restart" as const,
      canary: 0,
      at_once: 1,
      pause_seconds: 0,
      halt_failures: null,
      halt_percent: null,
      halt_endpoint_id: "ep_1",
      halt_error_percent: 20,
    };
    const state = newRollout(settings, [{ session_id: "ts_1", from: null, restarts: true, batch: 0 }]);
    const at = 1_000_000;
    const after = (watched: Watched | undefined) => advance(state, { at, watched }).state;
    for (const fine of [undefined, { requests: 4, errors: 4 }, { requests: 10, errors: 1 }])
      expect(after(fine).status).toBe("running");
    const halted = after({ requests: 10, errors: 2 });
    expect([halted.status, halted.halted_by]).toEqual(["halted", "errors"]);
    expect(watchedSince(halted, at)).toBe(at - 60_000);
    expect(watchedSince(act(halted, "resume", at), at + 1)).toBe(at);
  });

  it("sends nothing without a reading, and answers the same object when nothing happened", () => {
    const state = newRollout(
      {
        action: "stop",
        canary: 0,
        at_once: 1,
        pause_seconds: 0,
        halt_failures: 1,
        halt_percent: null,
        halt_endpoint_id: null,
        halt_error_percent: null,
      },
      [{ session_id: "ts_1", from: null, restarts: true, batch: 0 }],
    );
    expect(advance(state, { at: 1 })).toEqual({ state, commands: [] });
    expect(advance(state, { at: 1 }).state).toBe(state);
    expect(act(state, "resume", 1)).toBe(state);
    expect(act(state, "retry", 1)).toBe(state);
  });
});
