import type { UpdateReport } from "../agent-release.ts";
import { UPDATE_SETTLE_MS } from "../api-facts.ts";
import { updateProgress } from "../update-progress.ts";
import { compareVersions } from "../version.ts";
import type { AgentCommand } from "../tunnel-session.ts";
import { leftToHost } from "./by-hand.ts";
import type { RolloutAction } from "./rollout.ts";
import { type AgentProgress, type Reading, type RolloutAnswer, sessionNow, type StepState } from "./state.ts";
import { closed, ended, opened, openStep, PATIENCE_MS, seconds, versionOf } from "./steps.ts";

/** How often one command is sent in an attempt. */
const SENDS_MAX = 3;

const COMMANDS: ReadonlySet<StepState["kind"]> = new Set<AgentCommand>(["update", "restart", "stop"]);

const rose = ({ from, version }: AgentProgress): boolean => compareVersions(version ?? "", from ?? "") > 0;
/** Whether it runs what it was updated to: the version that it said, else a higher one. */
const arrived = (agent: AgentProgress): boolean =>
  agent.target === undefined ? rose(agent) : compareVersions(agent.version ?? "", agent.target) === 0;

/** Whether a command to it waits for its answer. */
export function isAsked(agent: AgentProgress): boolean {
  const step = openStep(agent);
  return step !== null && COMMANDS.has(step.kind);
}

const ofAttempt = ({ steps, attempt_from: from }: AgentProgress) => steps.slice(from);

/** The next command of an agent that is online, or its end. */
function proceed(agent: AgentProgress, action: RolloutAction, at: number): AgentProgress {
  const own = ofAttempt(agent);
  if (action === "update_and_restart" && arrived(agent))
    return ended(agent, "succeeded", at, `Runs ${versionOf(agent.version)}.`);
  const isUpdated = own.some(({ kind, result }) => kind === "update" && result === "done");
  if (isUpdated && !agent.restarts) return leftToHost(agent, at);
  const kind = action === "update_and_restart" ? (isUpdated ? "restart" : "update") : action;
  if (own.filter((step) => step.kind === kind).length >= SENDS_MAX)
    return ended(agent, "failed", at, `No answer to ${SENDS_MAX} requests to ${kind}.`);
  return opened(agent, kind, at);
}

/**
 * Begins an attempt of an agent whose turn it is: with its command where it is online, else with finding it. It is held
 * while nothing else serves `alone`, a key that was to stay up.
 */
export function begun(
  agent: AgentProgress,
  action: RolloutAction,
  reading: Reading,
  at: number,
  alone?: string,
): AgentProgress {
  const started: AgentProgress = {
    ...agent,
    state: "running",
    attempts: agent.attempts + 1,
    attempt_from: agent.steps.length,
    detail: "",
    error_code: undefined,
  };
  if (alone !== undefined) return opened(started, "hold", at);
  return seen(opened(started, "find", at), action, reading, at);
}

/** Whether it waits until its turn takes nothing offline that was to stay up. */
export const isHeld = (agent: AgentProgress): boolean => openStep(agent)?.kind === "hold";

/** Enters the answer to its command; one to a command that no longer waits changes nothing. */
export function answered(
  agent: AgentProgress,
  { step: index, outcome, detail, code }: Omit<RolloutAnswer, "agent">,
  at: number,
): AgentProgress {
  const step = openStep(agent);
  if (!step || index !== agent.steps.length - 1 || !isAsked(agent)) return agent;
  if (outcome === "refused") return { ...ended(agent, "failed", at, detail), error_code: code };
  if (outcome === "nothing") return ended(agent, "succeeded", at, detail);
  if (outcome === "gone") return opened(closed(agent, "failed", at, detail), "find", at);
  const next = closed(agent, outcome === "accepted" ? "done" : "unsure", at, detail);
  if (step.kind === "stop") return opened(next, "leave", at);
  if (step.kind === "restart") return opened(next, "return", at);
  if (outcome === "unsure") return opened(next, "wait", at);
  return opened(next, "settle", at);
}

/** What a complete reading of the sessions says of a running agent; `alone` as it is for {@link begun}. */
export function seen(
  agent: AgentProgress,
  action: RolloutAction,
  reading: Reading,
  at: number,
  alone?: string,
): AgentProgress {
  const step = openStep(agent);
  if (!step) return agent;
  const id = sessionNow(agent.session_id, reading);
  const isOnline = reading.online.has(id);
  const waited = at - step.at;
  const now = isOnline ? { ...agent, session_id: id, version: reading.online.get(id) ?? null } : agent;
  switch (step.kind) {
    case "hold":
      if (alone === undefined)
        return seen(opened(closed(agent, "done", at), "find", at), action, reading, at);
      return waited < PATIENCE_MS
        ? agent
        : ended(agent, "failed", at, `Left as it is: no other session serves ${nameOfKey(alone)} now.`);
    case "find":
      if (isOnline) return proceed(foundAgain(now, waited, at), action, at);
      return waited < PATIENCE_MS ? agent : ended(agent, "failed", at, "Offline.");
    case "wait":
    case "settle":
      if (waited < UPDATE_SETTLE_MS) return agent;
      if (isOnline) return ready(now, action, at, reading.updateOf?.(id));
      return waited < UPDATE_SETTLE_MS + PATIENCE_MS
        ? agent
        : ended(agent, "failed", at, "Offline since the update.");
    case "return":
      if (isOnline && id !== step.session_id) return back(now, action, at, waited, reading.updateOf?.(id));
      return waited < PATIENCE_MS ? agent : ended(agent, "failed", at, late(isOnline));
    case "leave":
      return left(agent, isOnline, at, waited);
    default:
      // Whoever sent it is gone with the answer.
      if (waited < PATIENCE_MS) return agent;
      return unanswered(agent, at);
  }
}

/** A key is a URL, or the id of a backend. */
const nameOfKey = (key: string): string => (key.includes("://") ? key : `backend ${key}`);

/** After its wait: an agent that says how its update goes is restarted once it is ready. */
function ready(
  agent: AgentProgress,
  action: RolloutAction,
  at: number,
  update: UpdateReport | undefined,
): AgentProgress {
  const step = openStep(agent);
  if (step?.kind !== "settle") return proceed(closed(agent, "done", at), action, at);
  const progress = updateProgress(update, at - step.at);
  if (progress.state === "updating") return agent;
  if (progress.state === "failed") return ended(agent, "failed", at, progress.detail);
  const next = closed(agent, "done", at, progress.detail);
  return proceed(update?.state === "updated" ? { ...next, target: update.version } : next, action, at);
}

/** The session whose agent's report of its update a reading must have: what comes next depends on it. */
export function reportAsked(agent: AgentProgress, reading: Reading, at: number): string | undefined {
  const step = openStep(agent);
  const id = sessionNow(agent.session_id, reading);
  if (!step || !reading.online.has(id)) return undefined;
  if (step.kind === "settle") return at - step.at < UPDATE_SETTLE_MS ? undefined : id;
  return (step.kind === "return" || step.kind === "start") && id !== step.session_id ? id : undefined;
}

/** Nobody is there any more to take the answer to its command. */
const unanswered = (agent: AgentProgress, at: number): AgentProgress =>
  answered(agent, { step: agent.steps.length - 1, outcome: "unsure", detail: "The answer was lost." }, at);

/** A step of finding an agent that was online anyway is none. */
const foundAgain = (agent: AgentProgress, waited: number, at: number): AgentProgress =>
  waited === 0 ? { ...agent, steps: agent.steps.slice(0, -1) } : closed(agent, "done", at);

const late = (isOnline: boolean): string =>
  isOnline
    ? `Still online with the same session after ${seconds(PATIENCE_MS)} s.`
    : `Still offline after ${seconds(PATIENCE_MS)} s.`;

/** Whether the agent has said that it does the command before this step. */
const isPromised = ({ steps }: AgentProgress): boolean => steps.at(-2)?.result === "done";

function back(
  agent: AgentProgress,
  action: RolloutAction,
  at: number,
  waited: number,
  update: UpdateReport | undefined,
): AgentProgress {
  const after = `Online again after ${seconds(waited)} s`;
  if (action === "update_and_restart") {
    if (arrived(agent))
      return ended(
        agent,
        "succeeded",
        at,
        `${after}, ${versionOf(agent.from)} → ${versionOf(agent.version)}.`,
      );
    const why =
      update?.state === "rolled_back" ? ` ${update.version} was rolled back. ${update.reason ?? ""}` : "";
    const runs =
      rose(agent) && agent.target !== undefined
        ? `. Runs ${versionOf(agent.version)} instead of ${agent.target}`
        : `, still with ${versionOf(agent.version)}`;
    return ended(agent, "failed", at, `${after}${runs}.${why}`.trim());
  }
  return isPromised(agent)
    ? ended(agent, "succeeded", at, `${after}.`)
    : ended(agent, "failed", at, `${after}, but the answer was lost: it may not have restarted.`);
}

function left(agent: AgentProgress, isOnline: boolean, at: number, waited: number): AgentProgress {
  if (!isOnline && isPromised(agent))
    return ended(agent, "succeeded", at, `Offline after ${seconds(waited)} s.`);
  if (waited < PATIENCE_MS) return agent;
  const why = isOnline ? late(true) : "Offline, but the answer was lost: it may not have stopped.";
  return ended(agent, "failed", at, why);
}

/** After who ran it was gone: no answer comes any more, and what had its time has it anew. */
export function recovered(agent: AgentProgress, at: number): AgentProgress {
  const step = openStep(agent);
  if (!step) return agent;
  if (isAsked(agent)) return unanswered(agent, at);
  return { ...agent, steps: [...agent.steps.slice(0, -1), { ...step, at }] };
}
