import * as z from "zod/mini";
import { Ref, Timestamp } from "./answer.ts";
import { TunnelSession } from "./tunnel-session.ts";
import { Tunnel } from "./tunnel.ts";

/**
 * How a session ended: the agent was stopped or restarted by a command, closed it (as when it is stopped on its host), was lost (its
 * connection broke or fell silent), lost the service that held it, or its authtoken was deleted.
 */
export const END_REASONS = [
  "stopped",
  "restarted",
  "closed",
  "lost",
  "service_stopped",
  "authtoken_deleted",
] as const;
export const EndReason = z.enum(END_REASONS);
export type EndReason = z.infer<typeof EndReason>;

/** So many tunnels of an ended session are listed at most. */
export const ENDED_TUNNELS_MAX = 20;

/** A session as it was last, an extension (decisions/fleet/ended-sessions.md). `succeeded_by` = the session its agent is online as again. */
export const EndedSession = z.extend(TunnelSession, {
  ended_at: Timestamp,
  reason: EndReason,
  /** Why the service refused its agent when it tried to come back; null where it did not. */
  refusal: z.nullable(z.string()),
  succeeded_by: z.nullable(Ref),
  /** What it served. */
  tunnels: z.array(Tunnel),
});
export type EndedSession = z.infer<typeof EndedSession>;

/** Of the sessions that ended in the last day, up to 100 whose agents are not online again, the latest first. */
export const EndedSessionList = z.looseObject({
  uri: z.string(),
  ended_sessions: z.array(EndedSession),
});
