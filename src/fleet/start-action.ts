import { refusal } from "#contract/capability.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { answered, type Answer, type FleetAction } from "./action.ts";

const MAX_URLS = 50;

/** What an agent keeps across a restart: credential, source address, os and metadata (decisions/fleet/verified-actions.md). */
export function identityOf(session: TunnelSession): string {
  const known = identities.get(session);
  if (known !== undefined) return known;
  const identity = JSON.stringify([
    session.credential?.id ?? null,
    session.ip,
    session.os,
    session.metadata ?? "",
  ]);
  identities.set(session, identity);
  return identity;
}

const identities = new WeakMap<TunnelSession, string>();

export type ActionStart = {
  id: string;
  kind: AgentCommand;
  session: TunnelSession;
  /** Every session known right now. */
  sessions: readonly TunnelSession[];
  urls: readonly string[];
  at: number;
};

/** Takes down what is known at the moment of the command: later sightings are compared with it. */
export function startAction({ id, kind, session, sessions, urls, at }: ActionStart): FleetAction {
  let newest = session.started_at;
  for (const { started_at } of sessions) {
    if (Date.parse(started_at) > Date.parse(newest)) newest = started_at;
  }
  const identity = identityOf(session);
  const twins = sessions.filter(
    (other) => startedAfter(other, newest) && identityOf(other) === identity && other.id !== session.id,
  );
  return {
    id,
    kind,
    sessionId: session.id,
    session,
    knownIds: [session.id, ...twins.map((twin) => twin.id)],
    newestStartedAt: newest,
    urls: urls.slice(0, MAX_URLS),
    sentAt: at,
    state: { phase: "sending" },
    log: [{ at, event: "sending" }],
  };
}

/** Service processes may disagree a little about the time. */
const SKEW_MS = 2000;

/** Did the session start after this service time, or so shortly before that clocks may disagree? */
export function startedAfter(session: TunnelSession, serviceTime: string): boolean {
  return Date.parse(session.started_at) >= Date.parse(serviceTime) - SKEW_MS;
}

/** The actions with the answer entered into the one it is for. */
export function withAnswer(
  actions: readonly FleetAction[],
  id: string,
  answer: Answer,
  at: number,
): readonly FleetAction[] {
  return withEnds(actions.map((action) => (action.id === id ? answered(action, answer, at) : action)));
}

/** Enters into every update which later command ended its session. Returns the same array when that changes nothing. */
export function withEnds(actions: readonly FleetAction[]): readonly FleetAction[] {
  const next = actions.map((action, index) => {
    if (action.kind !== "update") return action;
    const later = actions.slice(index + 1).findLast((one) => one.sessionId === action.sessionId && ends(one));
    const endedBy = later?.kind ?? (leftForGood(action) ? "stop" : undefined);
    if (endedBy === action.endedBy) return action;
    const { endedBy: _, ...rest } = action;
    return endedBy === "restart" || endedBy === "stop" ? { ...rest, endedBy } : rest;
  });
  return next.every((action, index) => action === actions[index]) ? actions : next;
}

/** Did the agent of an accepted update leave, and can't come back by itself? */
const leftForGood = ({ state, leftAt, session }: FleetAction): boolean =>
  state.phase === "waiting" && leftAt !== undefined && refusal("restart", session) !== null;

/** Did, or does, this command end the session it was sent to? */
function ends({ kind, state, leftAt }: FleetAction): boolean {
  if (kind === "update") return false;
  if (state.phase === "overdue") return state.reason === "not-back";
  if (state.phase === "unsure") return leftAt !== undefined;
  return state.phase === "waiting" || state.phase === "verified" || state.phase === "ambiguous";
}
