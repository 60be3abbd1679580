import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UpdateReport } from "../agent-release.ts";
import { act, advance, newRollout } from "./machine.ts";
import { ROLLOUT_ACTIONS, ROLLOUT_ACTS } from "./rollout.ts";
import {
  type Reading,
  type RolloutAnswer,
  type RolloutCommand,
  type RolloutSettings,
  type RolloutState,
  sessionNow,
} from "./state.ts";
import { type Watched, watchedSince } from "./watched.ts";

/** What an agent does with what it is told, the first time and ever after. */
const BEHAVIOURS = [
  "good",
  "refuses",
  "answer lost",
  "command lost",
  "never back",
  "same version",
  "wrong version",
  "drops",
  "offline",
  "gone",
] as const;
type Behaviour = (typeof BEHAVIOURS)[number];

const scenario = fc.record({
  action: fc.constantFrom(...ROLLOUT_ACTIONS),
  agents: fc.array(
    fc.record({
      first: fc.constantFrom(...BEHAVIOURS, "good" as const, "good" as const),
      later: fc.constantFrom(...BEHAVIOURS),
      restarts: fc.boolean(),
      batch: fc.nat(2),
      serves: fc.uniqueArray(fc.constantFrom("https://a.example", "https://b.example"), { maxLength: 2 }),
      delay: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 9 },
  ),
  canary: fc.nat(1),
  at_once: fc.integer({ min: 1, max: 4 }),
  pause_seconds: fc.nat(20),
  halt_failures: fc.option(fc.integer({ min: 1, max: 4 })),
  halt_percent: fc.option(fc.integer({ min: 1, max: 100 })),
  halt_error_percent: fc.option(fc.integer({ min: 1, max: 100 })),
  /** Errors of each 10 requests from a second on; null = not known. */
  errors: fc.array(fc.tuple(fc.nat(200), fc.option(fc.nat(10))), { maxLength: 3 }),
  acts: fc.array(fc.tuple(fc.nat(200), fc.constantFrom(...ROLLOUT_ACTS)), { maxLength: 5 }),
  takenOverAt: fc.option(fc.nat(150)),
  /** Sessions that take no part, and when they leave. */
  others: fc.array(
    fc.record({ url: fc.constantFrom("https://a.example", "https://b.example"), until: fc.nat(200) }),
    {
      maxLength: 2,
    },
  ),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

/** Agents on a clock of their own: what they are told, and what is true of them. */
function world({ agents, action, others }: Scenario) {
  const told = agents.map(() => 0);
  const truth = agents.map(() => ({ version: "1.0.0", installed: "1.0.0", did: false }));
  const online = new Map<string, number>(
    agents.flatMap(({ first }, i) => (first === "offline" ? [] : [[`ts_${i}`, i]])),
  );
  const next = new Map<string, string>();
  const reports = new Map<string, UpdateReport>();
  const due: { at: number; does: () => void }[] = [];
  const answers: RolloutAnswer[] = [];
  const sent: (RolloutCommand & { at: number })[] = [];
  let ids = agents.length;

  function comesBack(i: number, from: string, at: number): void {
    online.delete(from);
    due.push({
      at,
      does: () => {
        const id = `ts_${(ids += 1)}`;
        truth[i]!.version = truth[i]!.installed;
        next.set(from, id);
        online.set(id, i);
      },
    });
  }

  function carryOut(command: RolloutCommand, i: number, at: number, behaviour: Behaviour): void {
    const { kind, session_id: id } = command;
    const one = truth[i]!;
    if (kind === "update") {
      if (behaviour !== "same version") one.installed = behaviour === "wrong version" ? "1.0.5" : "1.1.0";
      if (behaviour === "wrong version") reports.set(id, { state: "updated", version: "1.1.0" });
      return;
    }
    one.did = true;
    if (kind === "stop" || behaviour === "never back") online.delete(id);
    else comesBack(i, id, at + agents[i]!.delay * 1_000);
  }

  return {
    sent,
    truth,
    /** Of everything that was told by now. */
    answers: () => answers.splice(0),
    run: (at: number) => {
      for (const one of due.filter((later) => later.at <= at)) {
        due.splice(due.indexOf(one), 1);
        one.does();
      }
    },
    reading: (at: number): Reading => {
      const standing = others.flatMap(({ url, until }, i) =>
        at < until * 1_000 ? [{ id: `ts_other_${i}`, serves: [url] }] : [],
      );
      const serving = [...[...online].map(([id, i]) => ({ id, serves: agents[i]!.serves })), ...standing];
      const sessionsOf = new Map<string, Set<string>>();
      for (const { id, serves } of serving)
        for (const url of serves) sessionsOf.set(url, (sessionsOf.get(url) ?? new Set()).add(id));
      return {
        online: new Map([
          ...[...online].map(([id, i]) => [id, truth[i]!.version] as const),
          ...standing.map(({ id }) => [id, "1.0.0"] as const),
        ]),
        next: new Map(next),
        updateOf: (id) => reports.get(id),
        sessionsOf,
      };
    },
    tell: (command: RolloutCommand, at: number): void => {
      sent.push({ ...command, at });
      const i = command.agent;
      const { first, later } = agents[i]!;
      const behaviour = told[i] === 0 || action !== "update_and_restart" ? first : later;
      told[i]! += 1;
      const answer = (outcome: RolloutAnswer["outcome"], ms: number): void => {
        const one = { agent: i, step: command.step, outcome, detail: outcome };
        due.push({ at: at + ms, does: () => void answers.push(one) });
      };
      if (!online.has(command.session_id) || behaviour === "gone") answer("gone", 100);
      else if (behaviour === "refuses") answer("refused", 100);
      else if (behaviour === "command lost") answer("unsure", 10_000);
      else if (behaviour === "drops") {
        comesBack(i, command.session_id, at + 2_000);
        answer("unsure", 500);
      } else {
        carryOut(command, i, at, behaviour);
        if (behaviour === "answer lost") answer("unsure", 10_000);
        else answer("accepted", 200);
      }
    },
  };
}

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
    "never more at once": agents.filter((agent) => agent.state === "running").length <= at_once,
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
    "each has an outcome in the end": state.ended_at === null || agents.every(isOver),
  };
  return Object.keys(laws).filter((law) => laws[law] === false);
}

const isHeld = ({ steps }: RolloutState["agents"][number]) => steps.at(-1)?.kind === "hold";
const isUnderWay = (agent: RolloutState["agents"][number]) => agent.state === "running" && !isHeld(agent);

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
  it("ends with one outcome for each agent, and counts none as done that is not", { timeout: 60_000 }, () => {
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

  it("that was kept and read again at any moment goes on as if nothing was", { timeout: 60_000 }, () => {
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

  it("waits at least 10 s between an update and its restart", { timeout: 60_000 }, () => {
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
