import type { Rollout } from "#contract/rollouts/rollout.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { awaitsRestart, type FleetAction, SHOWN_MS } from "../action.ts";
import { claimsOf } from "../lineage.ts";
import { isHeardRefusal } from "../heard-updates.ts";
import { DONE, HEARD, OF_ROLLOUT } from "../sent-here.ts";
import { startAction } from "../start-action.ts";
import { versionText } from "../version.ts";

type Agent = Rollout["agents"][number];
type Command = FleetAction["kind"];

const COMMANDS: ReadonlySet<string> = new Set<Command>(["update", "restart", "stop"]);

/** So many of a rollout that are back are told by themselves, the newest: the ledger has room for others, too. */
const BACK_MAX = 50;
/** The steps that end with an agent online again. */
const BACK: ReadonlySet<string> = new Set<Agent["steps"][number]["kind"]>(["return", "stay", "start"]);

/** The step that brought an agent back that a rollout is done with; none of one that it did not restart. */
const backOf = ({ state, steps }: Agent) =>
  state === "succeeded"
    ? steps.findLast(({ kind, result }) => BACK.has(kind) && result === "done")
    : undefined;

const doneId = ({ id }: Rollout, { session, attempts }: Agent) =>
  `${OF_ROLLOUT}${id} ${session.id} ${attempts}${DONE}`;

/** What a rollout did to those that are back since `since` (ms), as if each had been told by itself: in every tab alike, whichever of them it saw leave. */
function doneOf(
  rollout: Rollout,
  sessionOf: (id: string) => TunnelSession | undefined,
  since: number,
): FleetAction[] {
  const done = rollout.agents.flatMap((agent): FleetAction[] => {
    const { session, session_id: successorId, steps, version } = agent;
    const back = backOf(agent);
    const now = sessionOf(successorId);
    const at = Date.parse(back?.ended_at ?? "");
    if (!back || !now || !(at > since) || successorId === session.id) return [];
    const action = startAction({
      id: doneId(rollout, agent),
      kind: rollout.action === "restart" ? "restart" : "update",
      // The plan says what it was; what the plan lacks an agent keeps across a restart.
      session: sessionOf(session.id) ?? { ...now, ...session },
      sessions: [],
      urls: [],
      at: Date.parse(steps.findLast(({ kind }) => COMMANDS.has(kind))?.started_at ?? rollout.created_at),
    });
    const seconds = Math.round((at - Date.parse(back.started_at)) / 1_000);
    const state = { phase: "verified", seconds, successorId, version: versionText(version) } as const;
    return [{ ...action, state, log: [...action.log, { at, event: "verified" }] }];
  });
  const atOf = ({ log }: FleetAction) => log.at(-1)?.at ?? 0;
  return done.toSorted((a, b) => atOf(a) - atOf(b)).slice(-BACK_MAX);
}

/**
 * What a rollout left to tell of its agents, as if each had been told by itself: an update that awaits a restart by hand, or
 * whatever failed. Of those that `sessionOf` knows; one that runs or was not started has none.
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
    const last = agent.state === "by_hand" ? told : agent.steps.at(-1);
    const at = Date.parse(last?.ended_at ?? created_at);
    const action = startAction({
      id: `${OF_ROLLOUT}${id} ${agent.session.id} ${agent.attempts}`,
      kind: kindOf(agent, told?.kind),
      session,
      sessions: [],
      urls: [],
      at: sentAt,
    });
    // To one that failed before its turn came nothing was sent.
    return [settled(told ? action : { ...action, log: [] }, agent, at)];
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
 * that, one that awaits its restart already awaits it once: of a rollout rather than of nobody known. The same array when that
 * changes nothing.
 */
export function withRollout(
  actions: readonly FleetAction[],
  rollout: Rollout,
  sessionOf: (id: string) => TunnelSession | undefined,
  now = Date.now(),
): readonly FleetAction[] {
  const known = new Set(actions.map(({ id }) => id));
  const open = new Set(
    rollout.agents
      .filter(({ state }) => state === "by_hand" || state === "failed")
      .map(({ session, attempts }) => `${OF_ROLLOUT}${rollout.id} ${session.id} ${attempts}`),
  );
  const done = new Set(rollout.agents.flatMap((agent) => (backOf(agent) ? doneId(rollout, agent) : [])));
  // What this tab watched itself is told as that.
  const isOwn = ({ id }: FleetAction) => id.startsWith(`${OF_ROLLOUT}${rollout.id} `);
  const watched = new Set(claimsOf(actions.filter((one) => !isOwn(one))).keys());
  const isWatched = ({ state }: FleetAction) =>
    "successorId" in state && watched.has(state.successorId ?? "");
  const untried = new Set(
    rollout.agents
      .filter(({ state }) => state === "waiting" || state === "not_started")
      .map(({ session_id: id }) => id),
  );
  const isOver = (one: FleetAction) =>
    isOwn(one) &&
    !open.has(one.id) &&
    !(done.has(one.id) && !isWatched(one)) &&
    !(one.state.phase === "refused" && untried.has(one.sessionId));
  const isHeard = (one: FleetAction) => one.id.startsWith(HEARD) && awaitsRestart(one);
  const later = (one: FleetAction) =>
    actions.some(
      (other) =>
        other.sessionId === one.sessionId &&
        other.sentAt > one.sentAt &&
        !(awaitsRestart(one) && isHeard(other)) &&
        !(one.state.phase === "refused" && isHeardRefusal(other)),
    );
  const told = actions.filter((one) => !isOver(one));
  const waits = new Set(told.flatMap((one) => (awaitsRestart(one) && !isHeard(one) ? one.sessionId : [])));
  const news = [...actionsOf(rollout, sessionOf), ...doneOf(rollout, sessionOf, now - SHOWN_MS)].filter(
    (one) =>
      !known.has(one.id) &&
      !later(one) &&
      !isWatched(one) &&
      !(awaitsRestart(one) && waits.has(one.sessionId)),
  );
  const sent = new Set(
    [...told, ...news].flatMap((one) => (isOwn(one) && awaitsRestart(one) ? one.sessionId : [])),
  );
  const kept = told.filter((one) => !(isHeard(one) && sent.has(one.sessionId)));
  if (news.length === 0 && kept.length === actions.length) return actions;
  return [...kept, ...news].toSorted((a, b) => a.sentAt - b.sentAt);
}
