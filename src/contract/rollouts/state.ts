import type { UpdateReport } from "../agent-release.ts";
import type { AgentCommand } from "../tunnel-session.ts";
import type {
  HALT_REASONS,
  HOLD_REASONS,
  ROLLOUT_STATUSES,
  RolloutAction,
  RolloutAgentState,
  STEP_KINDS,
} from "./rollout.ts";

/** How an agent is taken through its stages, in numbers. */
export type RolloutSettings = {
  action: RolloutAction;
  canary: number;
  at_once: number;
  pause_seconds: number;
  halt_failures: number | null;
  halt_percent: number | null;
  /** The endpoint whose errors halt it. */
  halt_endpoint_id: string | null;
  halt_error_percent: number | null;
};

/** Times are milliseconds since 1970, by the clock of who runs it. */
export type StepState = {
  kind: (typeof STEP_KINDS)[number];
  /** Absent in rollouts of before. */
  attempt?: number;
  session_id: string;
  at: number;
  ended: number | null;
  result: "done" | "failed" | "unsure" | null;
  detail: string;
};

export type AgentProgress = {
  /** Its session now, as far as it is known. */
  session_id: string;
  /** Its version when it was planned. */
  from: string | null;
  version: string | null;
  /** The version that its agent said it will run from its next start on; absent where it has said none. */
  target?: string;
  /** False where it can only be started again on its host. */
  restarts: boolean;
  /** Keys of what it serves that the plan says stays up: another session must serve each when its turn comes. */
  keeps?: readonly string[];
  batch: number;
  state: RolloutAgentState;
  detail: string;
  /** Why its last command was refused, where that has a code. */
  error_code?: string | undefined;
  attempts: number;
  /** Index of the first step of the last attempt. */
  attempt_from: number;
  /** Failed before somebody resumed: it does not count towards the next halt. */
  forgiven: boolean;
  /** Back, and watched: when it was back, since when it is online or offline now (ms), how often it was lost. Absent = not watched. */
  back?: { at: number; since: number; lost: number };
  steps: readonly StepState[];
};

/** Plain data: what is kept of it is all there is. */
export type RolloutState = {
  settings: RolloutSettings;
  status: (typeof ROLLOUT_STATUSES)[number];
  halted_by: (typeof HALT_REASONS)[number] | null;
  /** From 0. */
  batch: number;
  resumes_at: number | null;
  ended_at: number | null;
  /** Why nothing new starts although it runs. */
  held_by: (typeof HOLD_REASONS)[number] | null;
  /** Errors from before count no more: somebody resumed after them. */
  errors_from: number;
  agents: readonly AgentProgress[];
};

/** A command to send: `agent` and `step` are indexes, by which its answer is found again. */
export type RolloutCommand = { agent: number; step: number; kind: AgentCommand; session_id: string };

/** What came of a command; `gone` = it was not sent, since the session had ended; `nothing` = there is nothing to do. */
export type RolloutAnswer = {
  agent: number;
  step: number;
  outcome: "accepted" | "refused" | "unsure" | "gone" | "nothing";
  detail: string;
  /** Of a refusal, where it has one. */
  code?: string | undefined;
};

/**
 * One complete reading of the sessions: the version of each that is online, and which session followed one that ended.
 */
export type Reading = {
  online: ReadonlyMap<string, string | null>;
  next: ReadonlyMap<string, string>;
  /** What the agent of an online session last said of an update. */
  updateOf?: (sessionId: string) => UpdateReport | undefined;
  /** The sessions that serve each key now; left out where that is not read, and no agent is held back. */
  sessionsOf?: ReadonlyMap<string, ReadonlySet<string>>;
};

/** The session that a session's agent has in a reading. */
export function sessionNow(id: string, { online, next }: Reading): string {
  let now = id;
  const seen = new Set([id]);
  while (!online.has(now)) {
    const follower = next.get(now);
    if (follower === undefined || seen.has(follower)) return now;
    seen.add(follower);
    now = follower;
  }
  return now;
}

/** Whether some of its agents wait to be started on their hosts: they are watched after it has ended, too. */
export const awaitsHosts = ({ agents }: Pick<RolloutState, "agents">): boolean =>
  agents.some(({ state }) => state === "by_hand");
