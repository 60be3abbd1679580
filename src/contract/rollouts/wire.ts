import { timestamp } from "../timestamp.ts";
import type { Asked } from "./asked.ts";
import type { KeptSession } from "./reading.ts";
import { AGENT_STATES, type Rollout, type RolloutAgentState, type RolloutSummary } from "./rollout.ts";
import type { AgentProgress, RolloutState } from "./state.ts";

/** What a rollout is beside its stages. */
type Head = Pick<RolloutSummary, "id" | "uri" | "created_at" | "owner_id">;

const timeOf = (ms: number | null): string | null => (ms === null ? null : timestamp(new Date(ms)));

/** How many agents are in each state, and how many batches there are. */
export function countsOf({ agents }: Pick<RolloutState, "agents">) {
  const counts = Object.fromEntries(
    AGENT_STATES.map((state) => [state, agents.filter((agent) => agent.state === state).length]),
  ) as Record<RolloutAgentState, number>;
  return { ...counts, batches: Math.max(...agents.map(({ batch }) => batch), 0) + 1 };
}

/** A rollout in a list. */
export function summaryWire(
  head: Head,
  asked: Asked,
  progress: Omit<RolloutState, "agents" | "settings">,
  { batches, ...counts }: ReturnType<typeof countsOf>,
): RolloutSummary {
  return {
    ...head,
    ...asked,
    status: progress.status,
    halted_by: progress.halted_by,
    held_by: progress.held_by,
    batch: progress.batch + 1,
    batches,
    resumes_at: timeOf(progress.resumes_at),
    ended_at: timeOf(progress.ended_at),
    counts,
  };
}

/** What is told of each agent. */
export function agentsWire(
  sessions: readonly KeptSession[],
  { agents }: Pick<RolloutState, "agents">,
): Rollout["agents"] {
  return sessions.flatMap((session, n) => (agents[n] ? [agentWire(session, agents[n])] : []));
}

function agentWire(session: KeptSession, agent: AgentProgress): Rollout["agents"][number] {
  const { alone: _, credential_id: __, offline = [], ...planned } = session;
  return {
    session: planned,
    session_id: agent.session_id,
    batch: agent.batch + 1,
    offline: [...offline],
    state: agent.state,
    attempts: agent.attempts,
    version: agent.version,
    detail: agent.detail,
    error_code: agent.error_code ?? null,
    steps: agent.steps.map(({ kind, attempt, session_id, at, ended, result, detail }) => ({
      kind,
      attempt: attempt ?? null,
      session_id,
      started_at: timestamp(new Date(at)),
      ended_at: timeOf(ended),
      result,
      detail,
    })),
  };
}
