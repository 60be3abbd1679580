import { awaited } from "./by-hand.ts";
import { answered, begun, isAsked, isHeld, recovered, seen } from "./agent.ts";
import type { RolloutAct } from "./rollout.ts";
import { ended, halt, halted, inTurn } from "./stages.ts";
import { isLost, isWatched, provisional, stayed, steadyMs } from "./steady.ts";
import {
  type AgentProgress,
  type Reading,
  type RolloutAnswer,
  type RolloutCommand,
  type RolloutSettings,
  type RolloutState,
  sessionNow,
} from "./state.ts";
import { isBlind, type Watched } from "./watched.ts";

/** Where an agent of a new rollout is: its session, whether it can restart itself, and its batch, from 0. */
export type NewAgent = Pick<AgentProgress, "session_id" | "from" | "restarts" | "keeps" | "batch">;

/** A rollout before its first command. */
export function newRollout(settings: RolloutSettings, agents: readonly NewAgent[]): RolloutState {
  return {
    settings,
    status: "running",
    halted_by: null,
    batch: 0,
    resumes_at: null,
    ended_at: null,
    held_by: null,
    errors_from: 0,
    agents: agents.map((agent) => ({
      ...agent,
      version: agent.from,
      state: "waiting",
      detail: "",
      attempts: 0,
      attempt_from: 0,
      forgiven: false,
      steps: [],
    })),
  };
}

/**
 * What has happened by `at`. `takenOver`: who ran it before is gone, with the answers to what it sent. `watched`: what the
 * endpoint that it watches answered since {@link watchedSince}; where that is not known, nothing new starts.
 */
export type RolloutInput = {
  at: number;
  answers?: readonly RolloutAnswer[];
  reading?: Reading;
  takenOver?: boolean;
  watched?: Watched | undefined;
};

/**
 * Takes a rollout on: enters what happened, and answers the commands to send. Commands come of readings only. Keep the
 * state before sending them; the state is the same object when nothing changed.
 */
export function advance(
  before: RolloutState,
  { at, answers = [], reading, takenOver = false, watched }: RolloutInput,
): { state: RolloutState; commands: RolloutCommand[] } {
  const { action } = before.settings;
  let agents = before.agents;
  const change = (of: (agent: AgentProgress, index: number) => AgentProgress): void => {
    const next = agents.map((agent, i) => provisional(agent, of(agent, i), at));
    if (next.some((agent, i) => agent !== agents[i])) agents = next;
  };
  if (takenOver) change((agent) => (agent.state === "running" ? recovered(agent, at) : agent));
  for (const answer of answers)
    change((agent, i) => (i === answer.agent ? answered(agent, answer, at) : agent));
  const turns = reading && turnsOf(agents, reading);
  if (reading && turns) {
    const steady = steadyMs(before);
    const later = Math.max(-1, ...agents.map(({ state, batch }) => (state === "waiting" ? batch : -1)));
    const steadyOf = ({ batch }: AgentProgress) => (batch >= before.batch && batch < later ? null : steady);
    change((agent) => {
      if (isLost(agent) || isWatched(agent)) return stayed(agent, reading, at, steadyOf(agent));
      if (agent.state === "by_hand") return awaited(agent, reading, at);
      return agent.state === "running"
        ? seen(agent, action, reading, at, isHeld(agent) ? turns.take(agent) : undefined)
        : followed(agent, reading);
    });
  }
  let state = ended(halted(withAgents(before, agents), watched), at);
  if (state.ended_at === null) state = inTurn(state, at);
  const blind = isBlind(before.settings, watched);
  // Those of an earlier batch that left again may have failed.
  const isUnsure = agents.some((agent) => isLost(agent) && agent.batch < state.batch);
  if (reading && turns && !blind && !isUnsure && state.status === "running") {
    let free = state.settings.at_once - agents.filter((agent) => agent.state === "running").length;
    change((agent) => {
      if (agent.state !== "waiting" || agent.batch !== state.batch || free <= 0) return agent;
      free -= 1;
      return begun(agent, action, reading, at, turns.take(agent));
    });
    state = ended(halted(withAgents(state, agents), watched), at);
  }
  state = heldBy(state, blind ? "errors_unknown" : null);
  return { state, commands: commandsSince(before.agents, state.agents) };
}

/** Whether a reading must say who serves what: somebody’s turn may come that is to leave a URL online. */
export function asksWhoServes({ status, resumes_at: resumes, agents }: RolloutState, at: number): boolean {
  const rests = status !== "running" || (resumes !== null && at < resumes);
  return agents.some(
    (agent) => agent.keeps?.length && (isHeld(agent) || (!rests && agent.state === "waiting")),
  );
}

/**
 * Lets an agent have its turn, one after the other: `take` answers a key that was to stay up and that nothing else would
 * serve, else nothing, and then counts its session as down.
 */
function turnsOf(agents: RolloutState["agents"], reading: Reading) {
  const { online, sessionsOf } = reading;
  const now = ({ session_id }: AgentProgress) => sessionNow(session_id, reading);
  const down = new Set(agents.filter((one) => one.state === "running" && !isHeld(one)).map(now));
  return {
    take: (agent: AgentProgress): string | undefined => {
      const own = now(agent);
      const isUp = (key: string) =>
        [...(sessionsOf?.get(key) ?? [])].some((id) => id !== own && online.has(id) && !down.has(id));
      const alone = sessionsOf && agent.keeps?.find((key) => !isUp(key));
      if (alone === undefined) down.add(own);
      return alone;
    },
  };
}

/** Says what those wait for whose turn it would be. */
function heldBy(state: RolloutState, reason: RolloutState["held_by"]): RolloutState {
  const waits = state.status === "running" && state.agents.some((agent) => agent.state === "waiting");
  const held_by = waits ? reason : null;
  return held_by === state.held_by ? state : { ...state, held_by };
}

const withAgents = (state: RolloutState, agents: RolloutState["agents"]): RolloutState =>
  agents === state.agents ? state : { ...state, agents };

/** An agent that does nothing now keeps its place when it connects anew. */
function followed(agent: AgentProgress, reading: Reading): AgentProgress {
  if (agent.state === "succeeded") return agent;
  const session_id = sessionNow(agent.session_id, reading);
  return session_id === agent.session_id || !reading.online.has(session_id)
    ? agent
    : { ...agent, session_id };
}

/** A command is sent once, by whoever opened its step. */
function commandsSince(before: RolloutState["agents"], agents: RolloutState["agents"]): RolloutCommand[] {
  return agents.flatMap((agent, i) => {
    const step = agent.steps.length - 1;
    const last = agent.steps[step];
    if (agent === before[i] || !last || !isAsked(agent)) return [];
    const was = before[i]?.steps[step];
    if (was?.kind === last.kind && was.at === last.at) return [];
    return [{ agent: i, step, kind: last.kind as RolloutCommand["kind"], session_id: last.session_id }];
  });
}

/** What somebody asks for. One that does not apply answers the same object. */
export function act(state: RolloutState, asked: RolloutAct, at: number): RolloutState {
  const { status, agents } = state;
  const active = status === "running" || status === "paused";
  switch (asked) {
    case "pause":
      return status === "running" ? { ...state, status: "paused", held_by: null } : state;
    case "halt":
      return active ? ended(halt(state, "asked"), at) : state;
    case "resume":
      if (status === "paused") return { ...state, status: "running" };
      return active ? state : resumed(state, at);
    default:
      return agents.some((agent) => agent.state === "failed") ? retried(state, at) : state;
  }
}

/** Goes on with those that were not started; those that failed are known, and count no more. */
function resumed(state: RolloutState, at: number): RolloutState {
  if (!state.agents.some((agent) => agent.state === "not_started")) return state;
  const agents = state.agents.map((agent): AgentProgress => {
    if (agent.state === "not_started") return { ...agent, state: "waiting" };
    return agent.state === "failed" ? { ...agent, forgiven: true } : agent;
  });
  return {
    ...state,
    status: "running",
    halted_by: null,
    ended_at: null,
    resumes_at: at,
    errors_from: at,
    agents,
  };
}

/**
 * A batch that failed as a whole is tried again in its place; of others those that failed get one at the end each: it takes down
 * no URL whole. Where all start at once and nobody is left to start, there is nothing to halt.
 */
function retried(state: RolloutState, at: number): RolloutState {
  const { agents: all, settings } = state;
  const failed = all.filter((agent) => agent.state === "failed");
  const kept = new Set(all.filter((agent) => agent.state !== "failed").map(({ batch }) => batch));
  const split = [...new Set(failed.map(({ batch }) => batch))]
    .filter((batch) => kept.has(batch))
    .toSorted((a, b) => a - b);
  const next = Math.max(...all.map(({ batch }) => batch)) + 1;
  const batchOf = (batch: number) => (kept.has(batch) ? next + split.indexOf(batch) : batch);
  const isLast =
    all.every((agent) => ["failed", "succeeded", "by_hand"].includes(agent.state)) &&
    failed.length <= settings.at_once &&
    new Set(failed.map(({ batch }) => batch)).size === 1;
  const agents = all.map((agent): AgentProgress =>
    agent.state === "failed"
      ? { ...agent, state: "waiting", forgiven: isLast, batch: batchOf(agent.batch) }
      : agent,
  );
  const status = state.status === "paused" ? "paused" : "running";
  return { ...state, status, halted_by: null, ended_at: null, resumes_at: at, errors_from: at, agents };
}
