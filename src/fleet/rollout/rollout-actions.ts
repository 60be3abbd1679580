import type { Rollout } from "#contract/rollouts/rollout.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { awaitsRestart, type FleetAction } from "../action.ts";
import { OF_ROLLOUT } from "../sent-here.ts";
import { startAction } from "../start-action.ts";

type Agent = Rollout["agents"][number];
type Command = FleetAction["kind"];

const COMMANDS: ReadonlySet<string> = new Set<Command>(["update", "restart", "stop"]);

/**
 * What a rollout left to tell of its agents, as if each had been told by itself: an update that awaits a restart by hand, or
 * whatever failed. Of those that `sessionOf` knows; one that runs, has done it or was not started has none.
 */
function actionsOf(
  { id, created_at, agents }: Rollout,
  sessionOf: (id: string) => TunnelSession | undefined,
): FleetAction[] {
  return agents.flatMap((agent) => {
    const session = sessionOf(agent.session_id);
    if (!session || (agent.state !== "by_hand" && agent.state !== "failed")) return [];
    const told = agent.steps.findLast(({ kind }) => COMMANDS.has(kind));
    const sentAt = Date.parse(told?.started_at ?? created_at);
    const at = Date.parse(agent.steps.at(-1)?.ended_at ?? created_at);
    const action = startAction({
      id: `${OF_ROLLOUT}${id} ${agent.session.id} ${agent.attempts}`,
      kind: kindOf(agent, told?.kind),
      session,
      sessions: [],
      urls: [],
      at: sentAt,
    });
    return [settled(action, agent, at)];
  });
}

/** The command that came to nothing: of an update that did not take, whatever came after it. */
function kindOf({ session, version, steps }: Agent, last: string | undefined): Command {
  const isUpdate = steps.some(({ kind }) => kind === "update") && version === session.agent_version;
  return isUpdate || !last ? "update" : (last as Command);
}

function settled(action: FleetAction, agent: Agent, at: number): FleetAction {
  const { state, detail, error_code: code } = agent;
  if (state === "by_hand")
    return {
      ...action,
      says: "nothing",
      state: { phase: "waiting" },
      log: [...action.log, { at, event: "accepted" }],
    };
  const phase = code ? "refused" : "failed";
  const error = { msg: detail, ...(code ? { code } : {}) };
  return { ...action, state: { phase, error }, log: [...action.log, { at, event: phase }] };
}

/**
 * The actions with those of a rollout: new ones, and without what is no longer so, as once it is tried again; until then an agent
 * that refused would refuse again. What this tab saw of one since stays. An agent that was told something later by itself keeps
 * that, one that awaits its restart already awaits it once. The same array when that changes nothing.
 */
export function withRollout(
  actions: readonly FleetAction[],
  rollout: Rollout,
  sessionOf: (id: string) => TunnelSession | undefined,
): readonly FleetAction[] {
  const known = new Set(actions.map(({ id }) => id));
  const open = new Set(
    rollout.agents
      .filter(({ state }) => state === "by_hand" || state === "failed")
      .map(({ session, attempts }) => `${OF_ROLLOUT}${rollout.id} ${session.id} ${attempts}`),
  );
  const untried = new Set(
    rollout.agents
      .filter(({ state }) => state === "waiting" || state === "not_started")
      .map(({ session_id: id }) => id),
  );
  const isOver = ({ id, sessionId, state }: FleetAction) =>
    id.startsWith(`${OF_ROLLOUT}${rollout.id} `) &&
    !open.has(id) &&
    !(state.phase === "refused" && untried.has(sessionId));
  const later = (one: FleetAction) =>
    actions.some(({ sessionId, sentAt }) => sessionId === one.sessionId && sentAt > one.sentAt);
  const kept = actions.filter((one) => !isOver(one));
  const waits = new Set(kept.filter(awaitsRestart).map(({ sessionId }) => sessionId));
  const news = actionsOf(rollout, sessionOf).filter(
    (one) => !known.has(one.id) && !later(one) && !(awaitsRestart(one) && waits.has(one.sessionId)),
  );
  if (news.length === 0 && kept.length === actions.length) return actions;
  return [...kept, ...news].toSorted((a, b) => a.sentAt - b.sentAt);
}
