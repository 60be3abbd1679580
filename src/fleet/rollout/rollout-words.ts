import {
  AGENT_STATES,
  type Rollout,
  type RolloutAction,
  type RolloutAgentState,
  type RolloutPlan,
  type RolloutSummary,
} from "#contract/rollouts/rollout.ts";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { counted } from "#ui/format.ts";
import type { StatusTone } from "#ui/status.tsx";

export const ACTION_TITLES: Record<RolloutAction, string> = {
  update_and_restart: "Update and restart",
  restart: "Restart",
  stop: "Stop",
};

type Said = { tone: StatusTone; text: string };

/** Where an agent is. */
export const AGENT_WORDS: Record<RolloutAgentState, Said> = {
  waiting: { tone: "next", text: "Waiting" },
  running: { tone: "run", text: "Running" },
  succeeded: { tone: "ok", text: "Done" },
  by_hand: { tone: "warn", text: "Restart by hand" },
  failed: { tone: "bad", text: "Failed" },
  not_started: { tone: "off", text: "Not started" },
};

type Step = Rollout["agents"][number]["steps"][number];

const STEP_WORDS: Record<Step["kind"], string> = {
  hold: "Wait for another session of its URLs",
  find: "Wait until it is online",
  update: "Update",
  wait: "Wait to send again",
  settle: "Wait until ready",
  restart: "Restart",
  return: "Wait until it is online again",
  stay: "Offline, wait until it is online again",
  stop: "Stop",
  leave: "Wait until it is offline",
  start: "Wait until its host starts it",
};

/** A step: what is waited for, or what has come. */
export const stepWords = ({ kind, result }: Pick<Step, "kind" | "result">): string =>
  result === "done" ? (DONE_WORDS[kind] ?? STEP_WORDS[kind]) : STEP_WORDS[kind];

const DONE_WORDS: { readonly [kind in Step["kind"]]?: string } = {
  return: "Online again",
  stay: "Online again",
  leave: "Offline",
  start: "Started on its host",
};

const HALTED_BY: Record<NonNullable<RolloutSummary["halted_by"]>, string> = {
  asked: "Halted on request",
  canary: "Halted: the canary failed",
  failures: "Halted: too many failures",
  percent: "Halted: too many failures",
  errors: "Halted: too many errors",
};

/** Where a rollout is, in a few words. */
export function statusWords(
  rollout: Pick<RolloutSummary, "status" | "halted_by" | "held_by" | "counts"> &
    Partial<Pick<Rollout, "agents">>,
): Said {
  const { status, halted_by: reason, held_by: held, counts } = rollout;
  if (status === "running" && held) return { tone: "warn", text: "Waiting" };
  if (status === "running") return { tone: "run", text: "Running" };
  if (status === "paused") return { tone: "warn", text: "Paused" };
  const [canary, ...others] = reason === "canary" ? (rollout.agents ?? []).filter(isFailedCanary) : [];
  if (status === "halted" && canary && others.length === 0)
    return { tone: "bad", text: `Halted: the canary ${sessionName(canary.session)} failed` };
  if (status === "halted") return { tone: "bad", text: reason === null ? "Halted" : HALTED_BY[reason] };
  if (counts.failed > 0) return { tone: "bad", text: `Ended, ${counts.failed} failed` };
  return counts.by_hand > 0
    ? { tone: "warn", text: `Ended, restart ${counted(counts.by_hand, "agent")} by hand` }
    : { tone: "ok", text: "Done" };
}

const isFailedCanary = ({ batch, state }: Rollout["agents"][number]) => batch === 1 && state === "failed";

/** Whether it goes on although a limit was reached: it was resumed since, and what had failed by then counts no more. */
export function isForgiving(rollout: Rollout): boolean {
  const { status, canary, counts, agents, halt_failures: most, halt_percent: percent } = rollout;
  if (status !== "running" && status !== "paused") return false;
  if (canary > 0 && agents.some(isFailedCanary)) return true;
  if (most !== null && counts.failed >= most) return true;
  return percent !== null && counts.failed > 0 && counts.failed * 100 >= percent * agents.length;
}

/** What halts a rollout, each as "… failed" after "when". */
export const haltWords = (rollout: RolloutSummary): string[] => [
  ...(rollout.canary > 0 ? ["a canary fails"] : []),
  ...(rollout.halt_failures === null ? [] : [`${counted(rollout.halt_failures, "agent")} failed`]),
  ...(rollout.halt_percent === null ? [] : [`${rollout.halt_percent} % failed`]),
  ...(rollout.halt_error_percent === null
    ? []
    : [
        `${rollout.halt_error_percent} % of requests to ${rollout.halt_url ?? rollout.halt_endpoint_id} fail`,
      ]),
];

/** How a rollout goes, and what halts it. */
export function settingsWords(rollout: RolloutSummary): string {
  const { canary, batch_size: size, at_once: atOnce, pause_seconds: pause } = rollout;
  const first = canary > 0 ? `${counted(canary, "canary", "canaries")}, then batches` : "Batches";
  const halts = haltWords(rollout);
  return [
    `${first} of ${size}, ${atOnce} at once, ${pause} s between batches.`,
    halts.length > 0 ? `Halts when ${halts.join(" or ")}.` : "Nothing halts it by itself.",
  ].join(" ");
}

/** What a list of rollouts, newest first, has that needs attention: those that are paused, and the newest one where it halted or agents failed. */
export const troubleOf = (rollouts: readonly RolloutSummary[] = []) =>
  rollouts
    .filter(
      ({ status, counts }, i) =>
        status === "paused" || (i === 0 && (status === "halted" || (status === "done" && counts.failed > 0))),
    )
    .map(lineOf);

/** Those that run. */
export const runningOf = (rollouts: readonly RolloutSummary[] = []) =>
  rollouts.filter(({ status }) => status === "running").map(lineOf);

function lineOf(rollout: RolloutSummary) {
  const { tone, text } = statusWords(rollout);
  return {
    key: `rollout ${rollout.id}`,
    tone,
    what: `Rollout ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
    why: `${rolloutTitle(rollout)}: ${countWords(rollout)}.`,
    fix: { label: "Show rollout", to: href.rollout(rollout.id) },
  };
}

/** What a batch is called; the first may be the canary. */
export const batchTitle = (batch: number, hasCanary: boolean): string =>
  batch === 1 && hasCanary ? "Canary" : `Batch ${batch}`;

/** Who is skipped, by name, and why; `nameOf` = of those that were offline. */
export const skippedNames = ({ skipped }: RolloutPlan, nameOf: (id: string) => string) =>
  skipped.map(({ session_id: id, session, reason }) => ({
    id,
    name: session ? sessionName(session) : nameOf(id),
    reason,
  }));

/** "Update and restart 11 agents", or which one: in a list as it was chosen, which the console names it by. */
export function rolloutTitle(
  rollout: Pick<RolloutSummary, "action" | "counts" | "chosen"> & Partial<Pick<Rollout, "agents">>,
): string {
  const { agents = [], chosen } = rollout;
  const size = sizeOf(rollout);
  const [only, ...others] = agents;
  const how = size === 1 && chosen ? ` (${chosen})` : "";
  const who = only && others.length === 0 ? sessionName(only.session) : `${counted(size, "agent")}${how}`;
  return `${ACTION_TITLES[rollout.action]} ${who}`;
}

/** How many agents take part. */
export const sizeOf = ({ counts }: Pick<RolloutSummary, "counts">): number =>
  AGENT_STATES.reduce((sum, state) => sum + counts[state], 0);

/** "12 done, 2 to restart by hand, 3 failed": the states that some agent is in. */
export function countWords({ counts }: Pick<RolloutSummary, "counts">): string {
  return AGENT_STATES.filter((state) => counts[state] > 0)
    .map(
      (state) =>
        `${counts[state]} ${state === "by_hand" ? "to " : ""}${AGENT_WORDS[state].text.toLowerCase()}`,
    )
    .join(", ");
}

/** Seconds that a step took, or has taken by now (ms). */
export function stepSeconds(
  { started_at, ended_at }: Pick<Step, "started_at" | "ended_at">,
  now: number,
): number {
  const end = ended_at === null ? now : Date.parse(ended_at);
  return Math.max(0, Math.round((end - Date.parse(started_at)) / 1_000));
}
