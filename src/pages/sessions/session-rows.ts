import { groupBy } from "#resources/group-by.ts";
import { sessionName } from "#resources/session-name.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { awaitsRestart, hadNothing, isOpen, SHOWN_MS, type FleetAction } from "#fleet/action.ts";
import type { Departure } from "#fleet/departures.ts";
import { howLeft } from "#fleet/how-left.ts";
import { failedUpdateOf, lineageOf, predecessorsOf } from "#fleet/lineage.ts";
import { parseVersion } from "#contract/version.ts";
import { newestKnown, updateTarget, type Published } from "#contract/outdated.ts";

/** One row: an online session, or one that left during this visit and has no successor. Same inputs, same object. */
export type SessionRow = {
  id: string;
  session: TunnelSession;
  name: string;
  online: boolean;
  /** The version it could update to, see updateTarget. */
  target: string | null;
  /** null: not read yet. */
  serves: number | null;
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

/** Whether an agent that left has to be started on its host to finish its update. */
export const awaitsStart = ({ online, actions }: SessionRow): boolean =>
  !online && actions.some(({ state, endedBy }) => state.phase === "waiting" && endedBy === "stop");

/** How many tunnels each session serves. */
export function countServed(tunnels: readonly Tunnel[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tunnel_session: of } of tunnels) if (of) counts.set(of.id, (counts.get(of.id) ?? 0) + 1);
  return counts;
}

// Constants of their own: a bundle holds them as numbers.
const OPEN = 0;
const TROUBLE = 1;
const REFUSED = 2;
const WAITS = 3;
const LEFT = 4;
const DONE = 5;
const OUTDATED = 6;
const ONLINE = 7;
const STOPPED = 8;

/** Needs attention first: open actions and their troubles, then what was refused, left or is outdated, then the rest. */
function rankOf(row: Omit<SessionRow, "rank">): number {
  const { shown, target, online, departure, failedUpdate, actions } = row;
  const phase = shown?.state.phase;
  if (!online && departure && phase !== "waiting" && phase !== "unsure") {
    const how = howLeft(departure, actions);
    return how === "stopped"
      ? STOPPED
      : (how === "restarted" || phase === "overdue") && shown
        ? TROUBLE
        : LEFT;
  }
  if (failedUpdate && phase === "verified") return REFUSED;
  if (shown && awaitsRestart(shown)) return WAITS;
  if (shown && isOpen(shown)) return OPEN;
  if (phase === "verified") return DONE;
  if (phase === "refused") return REFUSED;
  if (phase) return TROUBLE;
  if (!online) return LEFT;
  return target === null ? ONLINE : OUTDATED;
}

/** The session an action is about now: the one it was sent to, or the one that came back. */
function subjectOf({ state, sessionId }: FleetAction): string {
  return ("successorId" in state ? state.successorId : undefined) ?? sessionId;
}

/** An updated agent that left and does not come back is lost at last, and not under way for ever. */
const isShown = ({ state, leftAt, log, sentAt }: FleetAction, now: number) =>
  (state.phase === "waiting" && !leftAt) || now - (log.at(-1)?.at ?? sentAt) < SHOWN_MS;

const NONE: readonly FleetAction[] = [];

/** Sessions that left and are not known to be online again: by what was seen to leave, or by what was told to. */
function ghostsOf(actions: readonly FleetAction[], left: readonly Departure[]): TunnelSession[] {
  const gone = actions.filter((one) => one.leftAt !== undefined && subjectOf(one) === one.sessionId);
  const away = left.filter(({ back }) => back === undefined);
  return [...new Map([...gone, ...away].map(({ session }) => [session.id, session])).values()];
}

type Inputs = {
  sessions: readonly TunnelSession[];
  serves: ReadonlyMap<string, number> | null;
  actions: readonly FleetAction[];
  /** What left during this visit. */
  left?: readonly Departure[];
  published?: Published;
  now: number;
};

const same = (a: SessionRow, b: SessionRow) =>
  (Object.keys(a) as (keyof SessionRow)[]).every((key) => key === "actions" || a[key] === b[key]) &&
  a.actions.length === b.actions.length &&
  a.actions.every((action, i) => action === b.actions[i]);

/** The row of each online session that no action or departure is about, as it was made last. */
const plainRows = new WeakMap<TunnelSession, SessionRow>();

function plainRow(session: TunnelSession, target: string | null, serves: number | null): SessionRow {
  const old = plainRows.get(session);
  if (old?.target === target && old.serves === serves) return old;
  const row: SessionRow = {
    id: session.id,
    session,
    name: sessionName(session),
    online: true,
    target,
    serves,
    actions: NONE,
    shown: null,
    failedUpdate: null,
    departure: null,
    root: session.id,
    rank: target === null ? ONLINE : OUTDATED,
  };
  plainRows.set(session, row);
  return row;
}

/**
 * Builds the rows; one that says the same as in `before` is the same object, and so are the rows when all do: nothing is
 * rendered or put in order again. Of many sessions few have a story; the others cost a look at what they were.
 */
export function buildRows(inputs: Inputs, before: readonly SessionRow[] = []): SessionRow[] {
  const { sessions, serves, left = [], now } = inputs;
  const newest = newestKnown(sessions, inputs.published);
  const targets = new Map<string | null | undefined, string | null>();
  const targetOf = ({ agent_version: version }: TunnelSession) => {
    let target = targets.get(version);
    if (target === undefined) targets.set(version, (target = updateTarget(version, newest)));
    return target;
  };
  // Of an agent that had nothing to update to there is nothing to tell, unless it is outdated all the same.
  const actions = inputs.actions.filter((one) => !hadNothing(one) || targetOf(one.session) !== null);
  const predecessors = predecessorsOf(actions, left);
  const sent = groupBy(actions, (action) => action.sessionId);
  const about = groupBy(actions, subjectOf);
  // Until it is proven what it came back with, it is what it was: unless nobody expects it back.
  const isStop = ({ kind, leftAt, endedBy }: FleetAction) =>
    leftAt && (kind === "stop" || endedBy === "stop");
  const leftAs = new Map(left.map((one) => [one.session.id, one]));
  /** The sessions that an action or a departure is about, or that came of one. */
  const story = new Set([...[...predecessors].flat(), ...sent.keys(), ...leftAs.keys()]);
  const old = new Map(
    story.size === 0 ? [] : before.flatMap((row) => (story.has(row.id) ? [[row.id, row]] : [])),
  );
  const rowOf = (session: TunnelSession, online: boolean): SessionRow => {
    const told = sent.get(session.id) ?? NONE;
    const target = online || !told.some(isStop) ? targetOf(session) : null;
    const known = online && serves ? (serves.get(session.id) ?? 0) : null;
    if (!story.has(session.id)) return plainRow(session, target, known);
    const lineage = lineageOf(session.id, predecessors);
    const departure = leftAs.get(session.id) ?? leftAs.get(lineage[1] ?? "") ?? null;
    const facts: Omit<SessionRow, "rank"> = {
      id: session.id,
      session,
      name: sessionName(session),
      online,
      target,
      serves: known,
      actions: told,
      shown: about.get(session.id)?.findLast((action) => isShown(action, now)) ?? null,
      failedUpdate: failedUpdateOf(actions, lineage, session.agent_version),
      departure: departure && (!online || now - departure.leftAt < SHOWN_MS) ? departure : null,
      root: lineage.at(-1) ?? session.id,
    };
    const row = { ...facts, rank: rankOf(facts) };
    const was = old.get(session.id);
    return was && same(was, row) ? was : row;
  };
  const online = new Set(story.size === 0 ? [] : sessions.map(({ id }) => id));
  const replaced = new Set(predecessors.values());
  const ghosts = ghostsOf(actions, left).filter(({ id }) => !online.has(id) && !replaced.has(id));
  const rows = [
    ...ghosts.map((session) => rowOf(session, false)),
    ...sessions.map((session) => rowOf(session, true)),
  ];
  const unchanged = rows.length === before.length && rows.every((row, index) => row === before[index]);
  return unchanged ? (before as SessionRow[]) : rows;
}

/** A version as a number-like text that sorts by precedence well enough for a column: releases after their pre-releases. */
export function versionKey(text: string): string {
  if (!parseVersion(text)) return ` ${text}`;
  const release = text.trim().replace(/^v|\+.*$/g, "");
  return release.replace(/\d+/g, (digits) => digits.padStart(9, "0")) + (release.includes("-") ? "" : "~");
}
