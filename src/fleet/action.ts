import { UPDATE_NOT_AVAILABLE, UPDATE_SETTLE_MS } from "#contract/api-facts.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";

/**
 * One command to one agent and everything seen since. Plain data, so that it survives a reload of the tab. "Sent"
 * (`sending`), accepted (`waiting`) and `verified` are three different things (decisions/fleet/verified-actions.md).
 */
export type FleetAction = {
  id: string;
  kind: AgentCommand;
  sessionId: string;
  /** The session as it was when the command was sent. */
  session: TunnelSession;
  /** The session and its twins that were online at the command and `startedAfter` would not rule out. */
  knownIds: readonly string[];
  /** Newest started_at among all sessions known at the command, RFC 3339: the service's clock, not the browser's. */
  newestStartedAt: string;
  /** Public URLs expected to go dark, at most 50. */
  urls: readonly string[];
  /** Milliseconds since the epoch, browser's clock. */
  sentAt: number;
  /** When a complete list without the session was first seen. */
  leftAt?: number;
  /**
   * Of an update: the command that ended its session while it waited for its restart; "stop" too where it left without one
   * and only its host can start it. Worked out anew at each reading.
   */
  endedBy?: "restart" | "stop";
  /** Of an update: the least version it must bring: what its agent said, else the newest that was known when it was sent. */
  promised?: string;
  /** Of an update: what its agent says of it; "nothing" too where the service does not tell. */
  says?: "updating" | "updated" | "nothing";
  /** Of a restart: all its addresses were seen served again. What happens to them later is not its doing. */
  servedAgain?: boolean;
  state: ActionState;
  log: readonly LogEntry[];
};

export type ActionState =
  | { phase: "sending" }
  /** Accepted; an update waits for the restart that brings the new version. */
  | { phase: "waiting" }
  /** No answer, or one that says nothing: the command may still have worked, so the watch goes on. */
  | { phase: "unsure"; error: ActionError }
  | { phase: "verified"; seconds: number; successorId?: string; version?: string; chosen?: boolean }
  | { phase: "ambiguous"; candidateIds: readonly string[] }
  /** Nothing came of it within {@link PATIENCE_MS}; a late answer still counts. "no-answer": of an update, which may have worked. */
  | { phase: "overdue"; reason: "not-back" | "still-online" | "no-answer" }
  /** The agent came back from an update with the version it had. */
  | { phase: "unchanged"; successorId: string; version: string; seconds: number }
  | { phase: "refused"; error: ActionError }
  | { phase: "failed"; error: ActionError };

export type Phase = ActionState["phase"];

/** What the service said, as far as it may be kept: no body, no key. */
export type ActionError = { msg: string; code?: string; status?: number; operationId?: string };

/** One line of the report; `at` in milliseconds, browser's clock. */
export type LogEntry = {
  at: number;
  event: Phase | "accepted" | "left" | "candidates";
  ids?: readonly string[];
};

/** How long a restarted or stopped agent has before the console says that nothing came of it. */
export const PATIENCE_MS = 60_000;
/** How long after `overdue` a late successor is still looked for. */
export const LATE_MS = 15 * 60_000;

/** How long a settled outcome stays in lists. */
export const SHOWN_MS = 15 * 60_000;

export type Answer =
  /** Accepted; or refused since somebody else's update is under way already. */
  { outcome: "accepted" | "waiting" } | { outcome: "refused" | "failed" | "unsure"; error: ActionError };

/** Enters the service's answer to the command. Only an action that still waits for its answer takes one. */
export function answered(action: FleetAction, answer: Answer, at: number): FleetAction {
  if (action.state.phase !== "sending") return action;
  if (!("error" in answer)) {
    return { ...action, state: { phase: "waiting" }, log: [...action.log, { at, event: answer.outcome }] };
  }
  return moved(action, { phase: answer.outcome, error: answer.error }, at);
}

/** The same action in another state, with the line for its report. */
export function moved(
  action: FleetAction,
  state: ActionState,
  at: number,
  ids?: readonly string[],
): FleetAction {
  const entry: LogEntry = ids ? { at, event: state.phase, ids } : { at, event: state.phase };
  return { ...action, state, log: [...action.log, entry] };
}

/** Still unanswered or unproven: the list is read often while one of these exists. */
export function isOpen({ state }: FleetAction): boolean {
  return state.phase === "sending" || state.phase === "waiting" || state.phase === "unsure";
}

/** One whose session had ended before it was told: nothing came of it, and the agent refused nothing. */
export const neverReached = ({ state }: FleetAction): boolean =>
  state.phase === "refused" && state.error.status === 404;

/** One that came to nothing since there was nothing to update to. */
export const hadNothing = ({ state }: FleetAction): boolean =>
  state.phase === "refused" && state.error.code === UPDATE_NOT_AVAILABLE;

/** An accepted update whose agent has not been restarted yet. */
export const isUpdate = ({ kind, state, leftAt, endedBy }: FleetAction): boolean =>
  kind === "update" && state.phase === "waiting" && !leftAt && !endedBy;

/** One whose agent does not say that it is still updating. */
export const awaitsRestart = (action: FleetAction): boolean => isUpdate(action) && action.says !== "updating";

/** From when its seconds count, also while it waits (ms): from sending; of an update from leaving, which its restart did. */
export const countedFrom = ({ kind, leftAt, sentAt }: FleetAction): number =>
  kind === "update" ? (leftAt ?? sentAt) : sentAt;

/** When an update was accepted (ms), as far as it is known. */
export const acceptedAt = ({ log, sentAt }: FleetAction): number =>
  log.find((entry) => entry.event === "accepted")?.at ?? sentAt;

/** An update that its agent took and may still be installing: it has not said yet how that goes, where it says so at all. */
export const isUnheard = (action: FleetAction, now: number): boolean =>
  isUpdate(action) &&
  action.says === undefined &&
  action.log.some(({ event }) => event === "accepted") &&
  settleLeft(action, now) > 0;

/** An update that its agent is still installing, or may be, as it has not said. */
export const isUpdating = (action: FleetAction, now: number): boolean =>
  isUpdate(action) && (!awaitsRestart(action) || isUnheard(action, now));

/** Milliseconds until an updated agent may be restarted; 0 = now. */
export const settleLeft = (action: FleetAction, now: number): number =>
  Math.max(0, acceptedAt(action) + UPDATE_SETTLE_MS - now);
