import * as z from "zod/mini";
import { listOf, Timestamp } from "../answer.ts";
import { byteText, DESCRIPTION_MAX_BYTES, idOf } from "../common.ts";

/** What a rollout does to each of its agents. */
export const ROLLOUT_ACTIONS = ["update_and_restart", "restart", "stop"] as const;
export type RolloutAction = (typeof ROLLOUT_ACTIONS)[number];

/** Agents of one rollout. */
const ROLLOUT_AGENTS_MAX = 1_000;

/** Least and most of each number; of the pause in seconds. */
export const ROLLOUT_BOUNDS = {
  canary: [0, ROLLOUT_AGENTS_MAX],
  batch_size: [1, ROLLOUT_AGENTS_MAX],
  at_once: [1, 50],
  pause_seconds: [0, 86_400],
  halt_failures: [1, ROLLOUT_AGENTS_MAX],
  halt_percent: [1, 100],
  halt_error_percent: [1, 100],
} as const;

function whole(name: keyof typeof ROLLOUT_BOUNDS) {
  const [least, most] = ROLLOUT_BOUNDS[name];
  const error = `must be a whole number from ${least} to ${most}`;
  return z.int({ error, abort: true }).check(z.gte(least, error), z.lte(most, error));
}

/** Which agents, and in what stages. Agents that can’t do it are skipped, and the answer says why. */
export const RolloutCreate = z
  .strictObject({
    session_ids: z.array(idOf("session")).check(
      z.minLength(1, "must name at least one session"),
      z.maxLength(ROLLOUT_AGENTS_MAX, {
        error: `must have at most ${ROLLOUT_AGENTS_MAX} entries`,
        abort: true,
      }),
      z.refine((ids) => new Set(ids).size === ids.length, "must name each session once"),
    ),
    action: z.enum(ROLLOUT_ACTIONS),
    /** How they were chosen, for who reads it later. */
    chosen: z.optional(byteText(DESCRIPTION_MAX_BYTES)),
    /** Agents of the first batch, of which one failure halts the rollout; 0 = none, 1 unless given. */
    canary: z.optional(whole("canary")),
    /** 10 unless given. */
    batch_size: z.optional(whole("batch_size")),
    /** 5 unless given. */
    at_once: z.optional(whole("at_once")),
    /** Between two batches; 30 unless given. */
    pause_seconds: z.optional(whole("pause_seconds")),
    /** Halts at so many failures; null = never. */
    halt_failures: z.optional(z.nullable(whole("halt_failures"))),
    /** Halts when so many of 100 of its agents have failed; null = never. */
    halt_percent: z.optional(z.nullable(whole("halt_percent"))),
    /** With halt_error_percent: halts by the errors of this endpoint; null = none is watched. */
    halt_endpoint_id: z.optional(z.nullable(idOf("endpoint"))),
    /** Halts when so many of 100 of its requests of the last minute failed, of 5 or more; null = never. */
    halt_error_percent: z.optional(z.nullable(whole("halt_error_percent"))),
  })
  .check(
    z.check((ctx) => {
      const { halt_endpoint_id: endpoint = null, halt_error_percent: percent = null } = ctx.value;
      if ((endpoint === null) === (percent === null)) return;
      const [given, missing] =
        endpoint === null ? ["error_percent", "endpoint_id"] : ["endpoint_id", "error_percent"];
      const message = `must be given with halt_${given}`;
      ctx.issues.push({
        code: "custom",
        input: undefined,
        path: [`halt_${missing}`],
        message,
        continue: true,
      });
    }),
  );
export type RolloutCreate = z.infer<typeof RolloutCreate>;

/** What can be done with a rollout. What does not apply to it as it is changes nothing. */
export const ROLLOUT_ACTS = ["pause", "resume", "halt", "retry"] as const;
export type RolloutAct = (typeof ROLLOUT_ACTS)[number];

export const RolloutUpdate = z.strictObject({ act: z.enum(ROLLOUT_ACTS) });

/** Where an agent is; the last four are outcomes, of which it has one in the end. */
export const AGENT_STATES = ["waiting", "running", "succeeded", "by_hand", "failed", "not_started"] as const;
export type RolloutAgentState = (typeof AGENT_STATES)[number];

export const STEP_KINDS = [
  "hold",
  "find",
  "update",
  "wait",
  "settle",
  "restart",
  "return",
  "stay",
  "stop",
  "leave",
  "start",
] as const;

/** One step of one agent. `detail` = what it proved, or why it failed. */
const RolloutStep = z.looseObject({
  kind: z.enum(STEP_KINDS),
  /** The attempt that it belongs to, from 1; null in rollouts of before. */
  attempt: z.nullish(z.int()),
  session_id: z.string(),
  started_at: Timestamp,
  ended_at: z.nullable(Timestamp),
  result: z.nullable(z.enum(["done", "failed", "unsure"])),
  detail: z.string(),
});

/** The session as it was when the rollout was created. */
const PlannedSession = z.looseObject({
  id: z.string(),
  agent_version: z.nullable(z.string()),
  ip: z.string(),
  metadata: z.string(),
  os: z.string(),
  region: z.string(),
  started_at: Timestamp,
  transport: z.string(),
});
export type PlannedSession = z.infer<typeof PlannedSession>;

const RolloutAgent = z.looseObject({
  session: PlannedSession,
  /** Its session now, as far as it is known. */
  session_id: z.string(),
  batch: z.int(),
  /** The public URLs that go offline with it, by the plan. */
  offline: z.array(z.string()),
  state: z.enum(AGENT_STATES),
  attempts: z.int(),
  version: z.nullable(z.string()),
  detail: z.string(),
  /** Of a command that it refused, where the refusal has one. */
  error_code: z.nullish(z.string()),
  steps: z.array(RolloutStep),
});

/** `session` = as it was; left out where it was not online. */
const Skipped = z.looseObject({
  session_id: z.string(),
  reason: z.string(),
  session: z.optional(PlannedSession),
});

/** A batch, with the public URLs that go offline with it for a moment and those that another session keeps up. */
const PlannedBatch = z.looseObject({
  session_ids: z.array(z.string()),
  offline: z.array(z.string()),
  stays_up: z.array(z.string()),
});

export const RolloutPlan = z.looseObject({ batches: z.array(PlannedBatch), skipped: z.array(Skipped) });
export type RolloutPlan = z.infer<typeof RolloutPlan>;

export const ROLLOUT_STATUSES = ["running", "paused", "halted", "done"] as const;
/** Why it was halted: somebody asked, a canary failed, or a bound was reached. */
export const HALT_REASONS = ["asked", "canary", "failures", "percent", "errors"] as const;

/** Why nothing new starts although it runs: errors may halt it, and nobody counts them. */
export const HOLD_REASONS = ["errors_unknown"] as const;

/** An action on many agents in stages. An extension. */
export const RolloutSummary = z.looseObject({
  id: z.string(),
  uri: z.string(),
  created_at: Timestamp,
  owner_id: z.string(),
  action: z.enum(ROLLOUT_ACTIONS),
  chosen: z.string(),
  canary: z.int(),
  batch_size: z.int(),
  at_once: z.int(),
  pause_seconds: z.int(),
  halt_failures: z.nullable(z.int()),
  halt_percent: z.nullable(z.int()),
  halt_endpoint_id: z.nullable(z.string()),
  /** Where it was when the rollout was created. */
  halt_url: z.nullable(z.string()),
  halt_error_percent: z.nullable(z.int()),
  status: z.enum(ROLLOUT_STATUSES),
  halted_by: z.nullable(z.enum(HALT_REASONS)),
  held_by: z.nullable(z.enum(HOLD_REASONS)),
  /** The batch that it is at, from 1, and how many there are. */
  batch: z.int(),
  batches: z.int(),
  /** When the pause after a batch ends. */
  resumes_at: z.nullable(Timestamp),
  ended_at: z.nullable(Timestamp),
  /** How many agents are in each state. */
  counts: z.looseObject(
    Object.fromEntries(AGENT_STATES.map((state) => [state, z.int()])) as Record<
      RolloutAgentState,
      z.ZodMiniInt
    >,
  ),
});
export type RolloutSummary = z.infer<typeof RolloutSummary>;

/** With its plan and the ledger of its agents. */
export const Rollout = z.extend(RolloutSummary, { plan: RolloutPlan, agents: z.array(RolloutAgent) });
export type Rollout = z.infer<typeof Rollout>;

/** Those that ended are kept for so many days. */
export const KEPT_DAYS = 90;

/** GET /rollouts. */
export const RolloutList = listOf("rollouts", RolloutSummary);
