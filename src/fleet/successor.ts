import type { TunnelSession } from "#contract/tunnel-session.ts";
import { groupBy } from "#resources/group-by.ts";
import { type FleetAction } from "./action.ts";
import { identityOf, startedAfter } from "./start-action.ts";

/** One agent whose old session is gone: all watched actions on that session share whatever comes of it. */
export type Unit = { sessionId: string; sentAt: number; actions: readonly FleetAction[] };

/** What a unit may conclude from one complete list. `wait`: fewer candidates than agents that could own them. */
export type Match =
  | { verdict: "back"; session: TunnelSession }
  | { verdict: "ambiguous"; sessions: readonly TunnelSession[] }
  | { verdict: "wait"; sessions: readonly TunnelSession[] };

/** Could this session be what the agent came back as? New id, same identity, started after the command by the service's own clock. */
function isCandidate(action: FleetAction, session: TunnelSession): boolean {
  if (action.knownIds.includes(session.id)) return false;
  return identityOf(session) === identityOf(action.session) && startedAfter(session, action.newestStartedAt);
}

const byCommand = (a: Unit, b: Unit) => a.sentAt - b.sentAt || (a.sessionId < b.sessionId ? -1 : 1);

/** Gathers the actions by the session they were sent to, oldest command first. */
export function unitsOf(actions: readonly FleetAction[]): Unit[] {
  return [...groupBy(actions, ({ sessionId }) => sessionId)]
    .map(([sessionId, own]) => ({
      sessionId,
      actions: own,
      sentAt: Math.max(...own.map((action) => action.sentAt)),
    }))
    .toSorted(byCommand);
}

type Part = { units: readonly Unit[]; sessions: ReadonlySet<TunnelSession> };

/** Splits units and candidates into parts that share no candidate. */
function partsOf(units: readonly Unit[], candidates: ReadonlyMap<string, readonly TunnelSession[]>): Part[] {
  const parts: Part[] = [];
  for (const unit of units) {
    const own = candidates.get(unit.sessionId) ?? [];
    const touching = parts.filter((part) => own.some((session) => part.sessions.has(session)));
    for (const part of touching) parts.splice(parts.indexOf(part), 1);
    parts.push({
      units: [...touching.flatMap((part) => part.units), unit],
      sessions: new Set([...touching.flatMap((part) => [...part.sessions]), ...own]),
    });
  }
  return parts;
}

const byStart = (a: TunnelSession, b: TunnelSession) =>
  Date.parse(a.started_at) - Date.parse(b.started_at) || (a.id < b.id ? -1 : 1);

/**
 * Finds each unit's successor so that none is given away twice. Twins (same identity) are told apart by counting only:
 * as many back as were sent off means all are back, in order of their commands; fewer means wait, more means ambiguous.
 */
export function matchSuccessors(
  units: readonly Unit[],
  sessions: readonly TunnelSession[],
  claimed: ReadonlyMap<string, string>,
): Map<string, Match> {
  if (units.length === 0) return new Map();
  const alike = groupBy(sessions, identityOf);
  const alikeOf = ({ actions: [any] }: Unit) => (any && alike.get(identityOf(any.session))) ?? [];
  const candidates = new Map(
    units.map((unit) => [
      unit.sessionId,
      alikeOf(unit).filter((session) => {
        const owner = claimed.get(session.id);
        if (owner !== undefined && owner !== unit.sessionId) return false;
        return unit.actions.every((action) => isCandidate(action, session));
      }),
    ]),
  );
  const matches = new Map<string, Match>();
  for (const part of partsOf(units, candidates)) {
    const queue = part.units.toSorted(byCommand);
    const found = [...part.sessions].toSorted(byStart);
    const paired = found.length === queue.length && fits(queue, found, candidates);
    for (const [i, unit] of queue.entries()) {
      const own = candidates.get(unit.sessionId) ?? [];
      const successor = found[i];
      if (paired && successor) matches.set(unit.sessionId, { verdict: "back", session: successor });
      else if (found.length > queue.length && own.length > 0)
        matches.set(unit.sessionId, { verdict: "ambiguous", sessions: own });
      else matches.set(unit.sessionId, { verdict: "wait", sessions: own });
    }
  }
  return matches;
}

function fits(
  queue: readonly Unit[],
  found: readonly TunnelSession[],
  candidates: ReadonlyMap<string, readonly TunnelSession[]>,
): boolean {
  return queue.every((unit, i) => {
    const successor = found[i];
    return successor !== undefined && (candidates.get(unit.sessionId) ?? []).includes(successor);
  });
}
