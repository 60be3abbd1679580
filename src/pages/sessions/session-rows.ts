import { groupBy } from "#resources/group-by.ts";
import { sessionName } from "#resources/session-name.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { awaitsRestart, type FleetAction } from "#fleet/action.ts";
import type { Departure } from "#fleet/departures.ts";
import { howLeft } from "#fleet/how-left.ts";
import { failedUpdateOf, lineageOf, predecessorsOf } from "#fleet/lineage.ts";
import { newestByMajor, parseVersion, updateTarget } from "#fleet/version.ts";

export type Serves = { urls: number; backends: number };

/** One row: an online session, or one that left during this visit and has no successor. Same inputs, same object. */
export type SessionRow = {
  id: string;
  session: TunnelSession;
  name: string;
  online: boolean;
  /** The version it could update to, see updateTarget. */
  target: string | null;
  /** null: not read yet. */
  serves: Serves | null;
  /** Sent to this session, oldest first. */
  actions: readonly FleetAction[];
  /** What the state shows: the newest action that is about this session. */
  shown: FleetAction | null;
  /** The newest update of its agent, where it did not take: told beside whatever came after it. */
  failedUpdate: FleetAction | null;
  /** How it left; of one that is online, how the session left that it came back from. */
  departure: Departure | null;
  /** The first session of its agent that this visit knows. */
  root: string;
  rank: number;
};

/** How long a settled outcome stays in the list. */
const SHOWN_MS = 15 * 60_000;

/** What each session serves, counted from the tunnels. */
export function countServed(tunnels: readonly Tunnel[]): Map<string, Serves> {
  const counts = new Map<string, Serves>();
  for (const { tunnel_session, public_url } of tunnels) {
    if (!tunnel_session) continue;
    const serves = counts.get(tunnel_session.id) ?? { urls: 0, backends: 0 };
    serves[public_url ? "urls" : "backends"] += 1;
    counts.set(tunnel_session.id, serves);
  }
  return counts;
}

// Constants of their own: a bundle holds them as numbers.
const OPEN = 0;
const TROUBLE = 1;
const WAITS = 2;
const REFUSED = 3;
const DONE = 4;
const OUTDATED = 5;
const ONLINE = 6;
const STOPPED = 7;

/** Needs attention first: open actions and their troubles, then what was refused or is outdated, then the rest. */
function rankOf(row: Omit<SessionRow, "rank">): number {
  const { shown, target, online, departure, failedUpdate, actions } = row;
  const phase = shown?.state.phase;
  if (!online && departure && phase !== "waiting" && phase !== "unsure")
    return howLeft(departure, actions) === "stopped" ? STOPPED : TROUBLE;
  if (failedUpdate && phase === "verified") return REFUSED;
  if (shown && awaitsRestart(shown)) return WAITS;
  if (phase === "sending" || phase === "waiting" || phase === "unsure") return OPEN;
  if (phase === "verified") return DONE;
  if (phase === "refused") return REFUSED;
  if (phase !== undefined) return TROUBLE;
  return target === null ? ONLINE : OUTDATED;
}

function settledAt({ log, sentAt }: FleetAction): number {
  return log.at(-1)?.at ?? sentAt;
}

/** The session an action is about now: the one it was sent to, or the one that came back. */
function subjectOf({ state, sessionId }: FleetAction): string {
  return ("successorId" in state ? state.successorId : undefined) ?? sessionId;
}

const isShown = (action: FleetAction, now: number) =>
  action.state.phase === "waiting" || now - settledAt(action) < SHOWN_MS;

const NONE: readonly FleetAction[] = [];

/** Sessions that left and are not known to be online again: by what was seen to leave, or by what was told to. */
function ghostsOf({ actions, left = NO_DEPARTURES }: Pick<Inputs, "actions" | "left">): TunnelSession[] {
  const gone = actions.filter(
    ({ state, leftAt }) => leftAt !== undefined && !("successorId" in state && state.successorId),
  );
  const away = left.filter(({ back }) => back === undefined);
  return [...new Map([...gone, ...away].map(({ session }) => [session.id, session])).values()];
}

const NO_DEPARTURES: readonly Departure[] = [];

type Inputs = {
  sessions: readonly TunnelSession[];
  serves: ReadonlyMap<string, Serves> | null;
  actions: readonly FleetAction[];
  /** What left during this visit. */
  left?: readonly Departure[];
  now: number;
};

const same = (a: SessionRow, b: SessionRow) =>
  a.session === b.session &&
  a.online === b.online &&
  a.target === b.target &&
  a.serves?.urls === b.serves?.urls &&
  a.serves?.backends === b.serves?.backends &&
  a.shown === b.shown &&
  a.failedUpdate === b.failedUpdate &&
  a.departure === b.departure &&
  a.root === b.root &&
  a.actions.length === b.actions.length &&
  a.actions.every((action, i) => action === b.actions[i]);

/** Builds the rows; a row that says the same as in `before` is the same object, so that it does not render again. */
export function buildRows(
  { sessions, serves, actions, left = NO_DEPARTURES, now }: Inputs,
  before?: ReadonlyMap<string, SessionRow>,
): SessionRow[] {
  const newest = newestByMajor(sessions.map((session) => session.agent_version));
  const online = new Set(sessions.map(({ id }) => id));
  const sent = groupBy(actions, (action) => action.sessionId);
  const about = groupBy(actions, subjectOf);
  const predecessors = predecessorsOf(actions, left);
  const replaced = new Set(predecessors.values());
  const ghosts = ghostsOf({ actions, left }).filter(({ id }) => !online.has(id) && !replaced.has(id));
  const leftAs = new Map(left.map((one) => [one.session.id, one]));
  return [...ghosts, ...sessions].map((session) => {
    const lineage = lineageOf(session.id, predecessors);
    const departure = leftAs.get(session.id) ?? leftAs.get(lineage[1] ?? "") ?? null;
    const isOnline = online.has(session.id);
    const target = isOnline ? updateTarget(session.agent_version, newest) : null;
    const shown = about.get(session.id)?.findLast((action) => isShown(action, now)) ?? null;
    const known = serves && (serves.get(session.id) ?? { urls: 0, backends: 0 });
    const facts: Omit<SessionRow, "rank"> = {
      id: session.id,
      session,
      name: sessionName(session),
      online: isOnline,
      target,
      serves: isOnline ? known : null,
      actions: sent.get(session.id) ?? NONE,
      shown,
      failedUpdate: failedUpdateOf(actions, lineage),
      departure: departure && (!isOnline || now - departure.leftAt < SHOWN_MS) ? departure : null,
      root: lineage.at(-1) ?? session.id,
    };
    const row = { ...facts, rank: rankOf(facts) };
    const old = before?.get(session.id);
    return old && same(old, row) ? old : row;
  });
}

/** A version as a number-like text that sorts by precedence well enough for a column: releases after their pre-releases. */
export function versionKey(text: string): string {
  if (!parseVersion(text)) return ` ${text}`;
  const release = text.trim().replace(/^v|\+.*$/g, "");
  return release.replace(/\d+/g, (digits) => digits.padStart(9, "0")) + (release.includes("-") ? "" : "~");
}
