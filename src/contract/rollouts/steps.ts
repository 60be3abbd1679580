import type { AgentProgress, StepState } from "./state.ts";

/** How long an agent has to come back, leave or be online again, in milliseconds. */
export const PATIENCE_MS = 60_000;

export const versionOf = (version: string | null): string => version || "an unknown version";
export const seconds = (ms: number): number => Math.round(ms / 1000);
/** What may take days: "40 s", "12 min", "30 h". */
export function lasted(ms: number): string {
  if (ms < 120_000) return `${seconds(ms)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}

/** With a step that begins. */
export function opened(agent: AgentProgress, kind: StepState["kind"], at: number): AgentProgress {
  const { session_id, attempts: attempt } = agent;
  const step = { kind, attempt, session_id, at, ended: null, result: null, detail: "" };
  return { ...agent, steps: [...agent.steps, step] };
}

/** With the result of its open step. */
export function closed(
  agent: AgentProgress,
  result: NonNullable<StepState["result"]>,
  at: number,
  detail = "",
): AgentProgress {
  const last = agent.steps.at(-1);
  if (!last || last.ended !== null) return agent;
  return { ...agent, steps: [...agent.steps.slice(0, -1), { ...last, ended: at, result, detail }] };
}

/** With its outcome. */
export function ended(
  agent: AgentProgress,
  state: "succeeded" | "by_hand" | "failed",
  at: number,
  detail: string,
): AgentProgress {
  const result = state === "failed" ? "failed" : "done";
  return { ...closed(agent, result, at, detail), state, detail };
}

/** The step that is under way. */
export function openStep({ steps }: AgentProgress): StepState | null {
  const last = steps.at(-1);
  return last?.ended === null ? last : null;
}
