import type { AgentProgress, RolloutState } from "./state.ts";
import { isLost, isWatched } from "./steady.ts";
import { hasErrors, type Watched } from "./watched.ts";

/** Why it must halt by now, or null. */
function haltReason(
  { settings, agents }: RolloutState,
  watched: Watched | undefined,
): RolloutState["halted_by"] {
  const failed = agents.filter(({ state, forgiven }) => state === "failed" && !forgiven);
  if (failed.length === 0) return hasErrors(settings, watched) ? "errors" : null;
  if (settings.canary > 0 && failed.some(({ batch }) => batch === 0)) return "canary";
  if (settings.halt_failures !== null && failed.length >= settings.halt_failures) return "failures";
  const { halt_percent: percent } = settings;
  if (percent !== null && failed.length * 100 >= percent * agents.length) return "percent";
  return hasErrors(settings, watched) ? "errors" : null;
}

/** Halts it where that is so. */
export function halted(state: RolloutState, watched: Watched | undefined): RolloutState {
  if (state.status !== "running" && state.status !== "paused") return state;
  const reason = haltReason(state, watched);
  return reason === null ? state : halt(state, reason);
}

/** Halts it: nothing new starts. */
export function halt(state: RolloutState, reason: NonNullable<RolloutState["halted_by"]>): RolloutState {
  const agents = state.agents.map((agent): AgentProgress =>
    agent.state === "waiting" ? { ...agent, state: "not_started" } : agent,
  );
  return { ...state, status: "halted", halted_by: reason, held_by: null, resumes_at: null, agents };
}

const isPending = ({ state }: AgentProgress): boolean => state === "running" || state === "waiting";

/** Ends it once nothing is left to do or to watch. */
export function ended(state: RolloutState, at: number): RolloutState {
  if (state.ended_at !== null) return state;
  if (state.agents.some((agent) => isPending(agent) || isWatched(agent))) return state;
  const isWhole = state.agents.every((agent) => agent.state !== "not_started");
  const status = state.status !== "halted" && isWhole ? "done" : "halted";
  return { ...state, status, resumes_at: null, ended_at: at };
}

/** The batch whose turn it is: the next one after the pause. */
export function inTurn(state: RolloutState, at: number): RolloutState {
  const isEarlier = (agent: AgentProgress) => isLost(agent) && agent.batch < state.batch;
  const pending = state.agents.filter((agent) => isPending(agent) && !isEarlier(agent));
  if (pending.length === 0) return state;
  const first = Math.min(...pending.map(({ batch }) => batch));
  if (first === state.batch || state.status === "halted") return state;
  const resumes_at = state.resumes_at ?? at + state.settings.pause_seconds * 1_000;
  if (at >= resumes_at && state.status === "running") return { ...state, batch: first, resumes_at: null };
  return resumes_at === state.resumes_at ? state : { ...state, resumes_at };
}
