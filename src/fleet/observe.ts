import type { TunnelSession } from "#contract/tunnel-session.ts";
import { countedFrom, LATE_MS, moved, PATIENCE_MS, type FleetAction } from "./action.ts";
import { claimsOf } from "./lineage.ts";
import { withEnds } from "./start-action.ts";
import { matchSuccessors, unitsOf, type Match, type Unit } from "./successor.ts";
import { compareVersions } from "#contract/version.ts";
import type { Told } from "#contract/outdated.ts";
import { versionText } from "./version.ts";

/** Is the version higher, and as high as the update promised? One that is not told is below all others. */
const isUpdated = ({ session, promised = "" }: FleetAction, to: Told = ""): boolean =>
  compareVersions(to ?? "", session.agent_version ?? "") > 0 && compareVersions(to ?? "", promised) >= 0;

/** One complete, successful reading of the list of sessions. Parts of a list and failed readings prove nothing. */
export type Snapshot = { at: number; sessions: readonly TunnelSession[] };

/** Does anything seen at this time still matter to the action? */
export function isWatched({ state, sentAt }: FleetAction, at: number): boolean {
  if (at <= sentAt) return false;
  if (state.phase === "overdue" || state.phase === "ambiguous") return at - sentAt < LATE_MS;
  return state.phase === "waiting" || state.phase === "unsure";
}

/** Is something expected to happen within seconds, so that the list is worth reading often? */
export function isUrgent(action: FleetAction, now: number): boolean {
  const { phase } = action.state;
  if (phase === "sending") return true;
  if (phase !== "waiting" && phase !== "unsure") return false;
  // Of one that was stopped nothing is expected until somebody starts it on its host.
  if (action.endedBy === "stop") return false;
  if (action.kind !== "update" || action.leftAt !== undefined) return true;
  return phase === "unsure" && now - action.sentAt < PATIENCE_MS;
}

/** Enters one reading of the list into every watched action. Returns the same array when it changes nothing. */
export function observe(actions: readonly FleetAction[], snapshot: Snapshot): readonly FleetAction[] {
  const next = observeOnce(withEnds(actions), snapshot);
  // One agent's certainty can settle another's: go on until nothing moves. Passes only add evidence, so this ends.
  return next === actions ? actions : observe(next, snapshot);
}

function observeOnce(actions: readonly FleetAction[], snapshot: Snapshot): readonly FleetAction[] {
  const online = new Map(snapshot.sessions.map((session) => [session.id, session]));
  const seen = actions.map((action) =>
    isWatched(action, snapshot.at) ? sighted(action, online.get(action.sessionId), snapshot.at) : action,
  );
  const matches = matchAll(seen, snapshot);
  const claims = claimsOf(seen);
  const accounted = (id: string) => online.has(id) || claims.has(id);
  const next = seen.map((action) => {
    if (!isWatched(action, snapshot.at)) return action;
    const match = matches.get(action.sessionId);
    if (action.state.phase !== "ambiguous") return judged(action, match, snapshot.at);
    return cleared(action, action.state.candidateIds, match, snapshot.at, accounted);
  });
  const ended = withEnds(next);
  return ended.every((action, i) => action === actions[i]) ? actions : ended;
}

/** What the session's own row says: it left, it is gone after a stop, or its version rose in place. */
function sighted(action: FleetAction, session: TunnelSession | undefined, at: number): FleetAction {
  if (session) {
    if (action.kind !== "update" || !isUpdated(action, session.agent_version)) return action;
    const seconds = secondsSince(action.sentAt, at);
    return moved(action, { phase: "verified", seconds, version: versionText(session.agent_version) }, at);
  }
  if (action.leftAt !== undefined) return action;
  const left: FleetAction = { ...action, leftAt: at, log: [...action.log, { at, event: "left" }] };
  if (action.kind !== "stop") return left;
  return moved(left, { phase: "verified", seconds: secondsSince(action.sentAt, at) }, at);
}

/** Those still within their time choose first; the overdue get what is left over. */
function matchAll(actions: readonly FleetAction[], { at, sessions }: Snapshot): Map<string, Match> {
  const claimed = claimsOf(actions);
  const gone = unitsOf(
    actions.filter(
      (action) => action.kind !== "stop" && action.leftAt !== undefined && isWatched(action, at),
    ),
  );
  const isLate = (unit: Unit) => unit.actions.every(({ state }) => state.phase === "overdue");
  const matches = matchSuccessors(
    gone.filter((unit) => !isLate(unit)),
    sessions,
    claimed,
  );
  const contested = new Set(
    [...matches.values()].flatMap((match) => (match.verdict === "back" ? [match.session] : match.sessions)),
  );
  const over = sessions.filter((session) => !contested.has(session));
  return new Map([...matches, ...matchSuccessors(gone.filter(isLate), over, claimed)]);
}

function judged(action: FleetAction, match: Match | undefined, at: number): FleetAction {
  if (match?.verdict === "back") return cameBack(action, match.session, at);
  const ids = match?.sessions.map((session) => session.id) ?? [];
  const noted = withCandidates(action, ids, at);
  if (match?.verdict === "ambiguous") return moved(noted, { phase: "ambiguous", candidateIds: ids }, at, ids);
  return outOfTime(noted, ids, at);
}

/**
 * An ambiguous action clears up when its missing twin came back or another's choice left one candidate over, but never
 * because a candidate went offline: the one that remains need not be the one.
 */
function cleared(
  action: FleetAction,
  candidateIds: readonly string[],
  match: Match | undefined,
  at: number,
  accounted: (id: string) => boolean,
): FleetAction {
  if (!match) return action;
  if (match.verdict === "back") {
    return candidateIds.every(accounted) ? cameBack(action, match.session, at) : action;
  }
  const added = match.sessions.map((session) => session.id).filter((id) => !candidateIds.includes(id));
  if (added.length === 0) return action;
  return { ...action, state: { phase: "ambiguous", candidateIds: [...candidateIds, ...added] } };
}

function cameBack(action: FleetAction, successor: TunnelSession, at: number): FleetAction {
  const noted = withCandidates(action, [successor.id], at);
  const seconds = secondsSince(countedFrom(action), at);
  const version = versionText(successor.agent_version);
  if (action.kind === "update" && !isUpdated(action, successor.agent_version)) {
    return moved(noted, { phase: "unchanged", successorId: successor.id, version, seconds }, at);
  }
  return moved(noted, { phase: "verified", successorId: successor.id, version, seconds }, at);
}

function withCandidates(action: FleetAction, ids: readonly string[], at: number): FleetAction {
  const last = action.log.findLast((entry) => entry.event === "candidates");
  if (ids.length === (last?.ids?.length ?? 0)) return action;
  return { ...action, log: [...action.log, { at, event: "candidates", ids }] };
}

/** An accepted update may wait for its restart, or its start by hand, as long as it likes; everything else has {@link PATIENCE_MS}. */
function outOfTime(action: FleetAction, ids: readonly string[], at: number): FleetAction {
  const left = action.leftAt !== undefined;
  if (action.kind === "update" && action.endedBy === "stop") return action;
  if (at - countedFrom(action) < PATIENCE_MS) return action;
  if (action.kind === "update" && !left)
    return action.state.phase === "unsure"
      ? moved(action, { phase: "overdue", reason: "no-answer" }, at)
      : action;
  if (ids.length > 0) return moved(action, { phase: "ambiguous", candidateIds: ids }, at, ids);
  const reason = left ? "not-back" : "still-online";
  if (action.state.phase === "overdue" && action.state.reason === reason) return action;
  return moved(action, { phase: "overdue", reason }, at);
}

const secondsSince = (from: number, at: number) => Math.max(0, Math.round((at - from) / 1000));

/** Settles an ambiguous action by the user's word. Leaves it alone when the candidate is not one, or belongs to another. */
export function choose(
  actions: readonly FleetAction[],
  actionId: string,
  candidate: TunnelSession,
  at: number,
): readonly FleetAction[] {
  const claims = claimsOf(actions);
  return actions.map((action) => {
    if (action.id !== actionId || action.state.phase !== "ambiguous") return action;
    const owner = claims.get(candidate.id);
    if (!action.state.candidateIds.includes(candidate.id)) return action;
    if (owner !== undefined && owner !== action.sessionId) return action;
    const back = cameBack(action, candidate, at);
    return back.state.phase === "verified" ? { ...back, state: { ...back.state, chosen: true } } : back;
  });
}
