import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { advance } from "#contract/rollouts/machine.ts";
import { awaitsHosts, type RolloutAnswer, type RolloutCommand } from "#contract/rollouts/state.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { nodeIds } from "../store/nodes.ts";
import {
  awaitingRollouts,
  type KeptRollout,
  openRollouts,
  readRollout,
  saveRollout,
  takeOverRollout,
} from "../store/rollouts.ts";
import { readWatched } from "./watched.ts";
import { rowById } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import type { CommandOutcome, Gateway } from "../gateway/types.ts";
import type { TrafficMetricsBook } from "#service/traffic/traffic-metrics.ts";
import { readingOfRollout, readOnline, readUpkeep } from "./read-sessions.ts";

export type RunnerOptions = {
  db: Db;
  log: Pick<Logger, "info" | "warn">;
  nodeId: string;
  /** Other processes of the account may run rollouts too. */
  shared: boolean;
  command: Gateway["command"];
  /** What was counted of what passed; null where nothing is. */
  metrics: Pick<TrafficMetricsBook, "read"> | null;
  /** Between two looks at the sessions, in milliseconds. */
  everyMs?: number;
};

/** Runs the rollouts of this process, and those of processes that are gone. */
export type RolloutRunner = {
  /** There may be something to do. */
  wake: () => void;
  /** Stops running; whoever starts next goes on. */
  close: () => Promise<void>;
};

const EVERY_MS = 1_000;
/** How often a process that runs nothing looks for what others left behind, and for agents that their hosts start, in milliseconds. */
const IDLE_MS = 5_000;

/**
 * The state is kept before a command is sent, under a revision that a process which was given up can't have: of two that
 * take each other for gone, one sends nothing.
 */
export function createRolloutRunner(options: RunnerOptions): RolloutRunner {
  const { db, log, nodeId, shared, command, metrics, everyMs = EVERY_MS } = options;
  const running = new Map<string, KeptRollout>();
  const answers = new Map<string, RolloutAnswer[]>();
  /** Taken over, and not yet kept as such. */
  const inherited = new Set<string>();
  const stopped = new AbortController();
  let awake = true;
  let rest = new AbortController();

  function wake(): void {
    awake = true;
    rest.abort();
  }

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      awake = false;
      const ms = await look().catch((error: unknown) => {
        log.warn({ err: error }, "rollouts wait for the database");
        return everyMs;
      });
      if (stopped.signal.aborted) return;
      rest = new AbortController();
      if (awake) continue;
      await sleep(ms, undefined, { signal: rest.signal, ref: false }).catch(() => undefined);
    }
  }

  /** Takes every rollout of this process on. Answers when to look again, in milliseconds. */
  async function look(): Promise<number> {
    const going = await openRollouts(db);
    const open = [...going, ...(await awaitingRollouts(db))];
    const own = open.filter((one) => one.node_id === nodeId);
    for (const id of running.keys()) if (!own.some((one) => one.id === id)) running.delete(id);
    const live = shared && own.length < open.length ? await nodeIds(db) : new Set<string>();
    // Read for the rollouts of this process only: another one reads them for its own.
    let sessions: ReturnType<typeof readOnline> | undefined;
    for (const one of open) {
      if (stopped.signal.aborted) return everyMs;
      const takenOver = one.node_id !== nodeId;
      if (takenOver && (live.has(one.node_id) || !(await takeOverRollout(db, one, nodeId)))) continue;
      if (takenOver) {
        inherited.add(one.id);
        log.info({ rollout: one.id }, "rollout taken over");
      }
      const kept = running.get(one.id);
      const row = kept?.row.revision === one.revision ? kept.row : await rowById(db, "rollout", one.id);
      if (row)
        await step(
          kept?.row === row ? kept : await readRollout(db, row),
          await (sessions ??= readOnline(db)),
        );
    }
    if (going.length > 0) return everyMs;
    // Without others nothing appears by itself.
    return shared || open.length > 0 ? IDLE_MS : 2 ** 30;
  }

  async function step(kept: KeptRollout, sessions: Awaited<ReturnType<typeof readOnline>>): Promise<void> {
    const {
      row: { id },
      state: before,
    } = kept;
    const given = answers.get(id) ?? [];
    const at = Date.now();
    const { state, commands } = advance(kept.state, {
      at,
      answers: given,
      reading: { ...readingOfRollout(sessions, kept), ...(await readUpkeep(db, kept.state, at)) },
      watched: await readWatched(db, metrics, kept),
      takenOver: inherited.has(id),
    });
    if (state !== kept.state) {
      const saved = await db.transaction().execute((trx) => saveRollout(trx, kept, state));
      // Somebody paused it, say: it is read again, and the answers with it.
      if (!saved) return wake();
      kept = { ...kept, row: { ...kept.row, revision: kept.row.revision + 1 }, state };
    }
    inherited.delete(id);
    answers.set(id, (answers.get(id) ?? []).slice(given.length));
    if (state.ended_at === null || awaitsHosts(state)) running.set(id, kept);
    else {
      running.delete(id);
      answers.delete(id);
    }
    if (state.ended_at !== null && before.ended_at === null)
      log.info({ rollout: id, status: state.status }, "rollout ended");
    if (!stopped.signal.aborted) for (const one of commands) void send(id, one);
  }

  async function send(
    rollout: string,
    { agent, step: index, kind, session_id }: RolloutCommand,
  ): Promise<void> {
    const told = { rollout, session: session_id, command: kind };
    log.info(told, "rollout command");
    const outcome = await command(session_id, kind).catch((error: unknown) => {
      log.warn({ ...told, err: error }, "a command of a rollout failed");
      return { outcome: "unreachable" } as const;
    });
    if (stopped.signal.aborted) return;
    log.info({ ...told, outcome: outcome?.outcome ?? "gone" }, "rollout command answered");
    answers.set(rollout, [...(answers.get(rollout) ?? []), { agent, step: index, ...answerOf(outcome) }]);
    wake();
  }

  const looping = loop();
  return {
    wake,
    close: async () => {
      stopped.abort();
      rest.abort();
      await looping;
    },
  };
}

/** What came of a command, as a rollout takes it: an update that is under way already is one. */
function answerOf(outcome: CommandOutcome | null): Pick<RolloutAnswer, "outcome" | "detail" | "code"> {
  if (outcome === null) return { outcome: "gone", detail: "The session ended before the command was sent." };
  switch (outcome.outcome) {
    case "accepted":
      return { outcome: "accepted", detail: "" };
    case "silent":
      return { outcome: "unsure", detail: `No answer within ${outcome.afterMs / 1_000} s.` };
    case "unreachable":
      return { outcome: "unsure", detail: "The connection ended before the answer." };
    case "refused":
      if (outcome.refusal === "update_not_available") return { outcome: "nothing", detail: outcome.reason };
      if (outcome.refusal !== "update_disabled") return { outcome: "accepted", detail: outcome.reason };
      return { outcome: "refused", detail: outcome.reason, code: UPDATE_REFUSALS.disabled };
    default:
      return { outcome: "refused", detail: outcome.reason };
  }
}
