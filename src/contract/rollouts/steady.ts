import { compareVersions } from "../version.ts";
import { type AgentProgress, type Reading, type RolloutState, sessionNow } from "./state.ts";
import { closed, ended, opened, openStep, PATIENCE_MS, seconds, versionOf } from "./steps.ts";

/** How long an agent must stay online after it was back, in milliseconds: the pause, within bounds; less where it is the only one. */
const STEADY_MS = { least: 10_000, most: 30_000, alone: 5_000 };
/** So often it may connect anew meanwhile: one that crashes over and over is online between crashes. */
const LOST_MAX = 3;

/** How long an agent must stay online until its rollout may end, in milliseconds. */
export function steadyMs({ settings, agents }: Pick<RolloutState, "settings" | "agents">): number {
  if (agents.length === 1) return STEADY_MS.alone;
  return Math.min(Math.max(settings.pause_seconds * 1_000, STEADY_MS.least), STEADY_MS.most);
}

/** One that is back has succeeded provisionally: it is watched. One that was told to stop, had nothing to do, or that its host started, is not. */
export function provisional(before: AgentProgress, after: AgentProgress, at: number): AgentProgress {
  if (before.back || before.state === "succeeded" || after.state !== "succeeded") return after;
  const kind = after.steps.slice(after.attempt_from).at(-1)?.kind;
  if (kind === "update" || kind === "leave" || kind === "start") return after;
  return { ...after, back: { at, since: at, lost: 0 } };
}

/** Whether it was back, went offline, and may yet come back by itself. */
export const isLost = (agent: AgentProgress): boolean => openStep(agent)?.kind === "stay";

/** Whether what it has done may still turn out to have failed. */
export const isWatched = ({ state, back }: AgentProgress): boolean =>
  state === "succeeded" && back !== undefined;

/** What a complete reading says of one that was back. `steady` = so long (ms) it must stay online, null = longer. */
export function stayed(
  agent: AgentProgress,
  reading: Reading,
  at: number,
  steady: number | null,
): AgentProgress {
  const { back } = agent;
  if (!back) return agent;
  const id = sessionNow(agent.session_id, reading);
  const isOnline = reading.online.has(id);
  if (isLost(agent) && !isOnline) {
    if (at - (openStep(agent)?.at ?? at) < PATIENCE_MS) return agent;
    return failed(agent, at, `Went offline ${seconds(back.since - back.at)} s after it was back.`);
  }
  if (!isOnline) return opened({ ...agent, state: "running", back: { ...back, since: at } }, "stay", at);
  if (!isLost(agent) && id === agent.session_id) {
    if (steady === null || at - back.since < steady) return agent;
    const { back: _, ...rest } = agent;
    return rest;
  }
  const version = reading.online.get(id) ?? null;
  const lost = back.lost + 1;
  const now: AgentProgress = { ...agent, session_id: id };
  if (lost >= LOST_MAX)
    return failed(now, at, `Went offline ${lost} times within ${seconds(at - back.at)} s after it was back.`);
  if (compareVersions(version ?? "", agent.version ?? "") < 0)
    return failed({ ...now, version }, at, `Went from ${versionOf(agent.version)} to ${versionOf(version)}.`);
  const again = closed(now, "done", at);
  return { ...again, version, state: "succeeded", back: { ...back, since: at, lost } };
}

/** The ledger names it, with a step of its own where none is open. */
function failed(agent: AgentProgress, at: number, detail: string): AgentProgress {
  const { back: _, ...rest } = isLost(agent) ? agent : opened(agent, "stay", at);
  return ended(rest, "failed", at, detail);
}
