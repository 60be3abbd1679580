import * as fc from "fast-check";
import type { UpdateReport } from "../../agent-release.ts";
import { ROLLOUT_ACTIONS, ROLLOUT_ACTS } from "../rollout.ts";
import type { Reading, RolloutAnswer, RolloutCommand } from "../state.ts";

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
  "dies after it was back",
  "is away for a moment after it was back",
  "crashes over and over",
] as const;
type Behaviour = (typeof BEHAVIOURS)[number];

/** Agents, how they are taken through it, and what else happens. */
export const scenario = fc.record({
  action: fc.constantFrom(...ROLLOUT_ACTIONS),
  agents: fc.array(
    fc.record({
      first: fc.constantFrom(...BEHAVIOURS, "good" as const, "good" as const),
      later: fc.constantFrom(...BEHAVIOURS),
      restarts: fc.boolean(),
      batch: fc.nat(2),
      serves: fc.uniqueArray(fc.constantFrom("https://a.example", "https://b.example"), { maxLength: 2 }),
      delay: fc.integer({ min: 1, max: 9 }),
      lives: fc.integer({ min: 1, max: 40 }),
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
export type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

const oneOf = <T>(all: readonly T[], i: number): T => {
  const one = all[i];
  if (one === undefined) throw new Error(`There is no agent ${i}.`);
  return one;
};

/** Agents on a clock of their own: what they are told, and what is true of them. */
export function world({ agents, action, others }: Scenario) {
  const told = agents.map(() => 0);
  const truth = agents.map(() => ({
    version: "1.0.0",
    installed: "1.0.0",
    did: false,
    /** How long it was online after it was back, in milliseconds, where it left again and did not return. */
    lived: null as number | null,
    crashes: false,
  }));
  const truthOf = (i: number) => oneOf(truth, i);
  const agentOf = (i: number) => oneOf(agents, i);
  const online = new Map<string, number>(
    agents.flatMap(({ first }, i) => (first === "offline" ? [] : [[`ts_${i}`, i]])),
  );
  const next = new Map<string, string>();
  const reports = new Map<string, UpdateReport>();
  const due: { at: number; does: () => void }[] = [];
  const answers: RolloutAnswer[] = [];
  const sent: (RolloutCommand & { at: number })[] = [];
  let ids = agents.length;

  function comesBack(i: number, from: string, at: number, behaviour?: Behaviour): void {
    online.delete(from);
    const one = truthOf(i);
    one.crashes = behaviour === "crashes over and over";
    one.lived = null;
    due.push({
      at,
      does: () => {
        const id = `ts_${(ids += 1)}`;
        truthOf(i).version = truthOf(i).installed;
        next.set(from, id);
        online.set(id, i);
        if (behaviour !== undefined) leaves(i, id, at, behaviour);
      },
    });
  }

  function leaves(i: number, id: string, at: number, behaviour: Behaviour): void {
    const lives = agentOf(i).lives * 1_000;
    const after = (ms: number, does: () => void) =>
      due.push({ at: at + ms, does: () => void (online.has(id) && does()) });
    if (behaviour === "crashes over and over") after(2_000, () => comesBack(i, id, at + 4_000, behaviour));
    else if (behaviour === "is away for a moment after it was back")
      after(lives, () => comesBack(i, id, at + lives + 3_000));
    else if (behaviour === "dies after it was back")
      after(lives, () => {
        online.delete(id);
        truthOf(i).lived = lives;
      });
  }

  function carryOut(command: RolloutCommand, i: number, at: number, behaviour: Behaviour): void {
    const { kind, session_id: id } = command;
    const one = truthOf(i);
    if (kind === "update") {
      if (behaviour !== "same version") one.installed = behaviour === "wrong version" ? "1.0.5" : "1.1.0";
      if (behaviour === "wrong version") reports.set(id, { state: "updated", version: "1.1.0" });
      return;
    }
    one.did = true;
    if (kind === "stop" || behaviour === "never back") online.delete(id);
    else comesBack(i, id, at + agentOf(i).delay * 1_000, behaviour);
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
      const serving = [...[...online].map(([id, i]) => ({ id, serves: agentOf(i).serves })), ...standing];
      const sessionsOf = new Map<string, Set<string>>();
      for (const { id, serves } of serving)
        for (const url of serves) sessionsOf.set(url, (sessionsOf.get(url) ?? new Set()).add(id));
      return {
        online: new Map([
          ...[...online].map(([id, i]) => [id, truthOf(i).version] as const),
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
      const { first, later } = agentOf(i);
      const behaviour = told[i] === 0 || action !== "update_and_restart" ? first : later;
      told[i] = (told[i] ?? 0) + 1;
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
