import { ApiError } from "#api/errors.ts";
import { refusal } from "#contract/capability.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import type { FleetAction } from "./action.ts";
import { refusesUpdates } from "./action-text.ts";
import { busyReason } from "./commands.ts";
import { parseVersion } from "#contract/version.ts";

/** Which of some sessions take a command now, and why the others are skipped. */
export type BulkPlan = {
  able: readonly TunnelSession[];
  leftOut: readonly { session: TunnelSession; reason: string }[];
};

/**
 * Divides sessions by what is known of their agents, and of what this tab told them before. `targetOf` answers the release
 * that one could update to: without one it is up to date, unless its version can't be read, or `untoldOf` says why nobody can
 * tell.
 */
export function planBulk(
  kind: AgentCommand,
  sessions: readonly TunnelSession[],
  actions: readonly FleetAction[],
  now: number,
  targetOf: (session: TunnelSession) => string | null,
  untoldOf: (session: TunnelSession) => string | null = () => null,
): BulkPlan {
  const able: TunnelSession[] = [];
  const leftOut: { session: TunnelSession; reason: string }[] = [];
  const isCurrent = (session: TunnelSession) =>
    kind === "update" && parseVersion(session.agent_version ?? "") !== null && targetOf(session) === null;
  for (const session of sessions) {
    const sent = actions.filter(({ sessionId }) => sessionId === session.id);
    const reason =
      refusal(kind, session) ??
      busyReason(kind, sent, now) ??
      (kind === "update" ? refusesUpdates(session.id, sent) : null) ??
      (isCurrent(session) ? (untoldOf(session) ?? "Up to date.") : null);
    if (reason === null) able.push(session);
    else leftOut.push({ session, reason });
  }
  return { able, leftOut };
}

/** How many commands are under way at once: an agent's answer may take 20 s, and a browser opens six connections. */
const AT_ONCE = 4;
/** Between two commands once the service told its limit: the console's own readings need some of it too. */
const PACE_MS = 500;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Does `work` for every item, a few at once; one that fails stops no other. Calls `settled` after each, with its fault. A
 * 429 that says how long to wait is no fault: all rest that long (`rests`, ms), then go on one at a time, unless that answers
 * false. Answers the items that were not done then.
 */
export async function runBulk<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  settled: (item: T, fault: unknown) => void,
  rests: (ms: number) => Promise<unknown> = pause,
): Promise<readonly T[]> {
  const queue = [...items];
  let limited = false;
  while (queue.length > 0) {
    let restMs = 0;
    const lane = async () => {
      for (let item = queue.shift(); item !== undefined; item = restMs > 0 ? undefined : queue.shift()) {
        try {
          await work(item);
          settled(item, null);
        } catch (fault) {
          const wait = retryAfterMs(fault);
          if (wait === null) settled(item, fault ?? new Error("No reason was given."));
          else {
            queue.unshift(item);
            restMs = Math.max(restMs, wait);
          }
        }
        if (limited) await pause(PACE_MS);
      }
    };
    await Promise.all(Array.from({ length: limited ? 1 : AT_ONCE }, lane));
    if (restMs > 0) {
      limited = true;
      if ((await rests(restMs)) === false) break;
    }
  }
  return queue;
}

/** How long the service asks to wait before a command is sent again; null where it does not. */
export function retryAfterMs(fault: unknown): number | null {
  if (!(fault instanceof ApiError) || fault.status !== 429) return null;
  return fault.retryAfterSeconds === undefined ? null : Math.max(1, fault.retryAfterSeconds) * 1000;
}
