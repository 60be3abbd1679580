import { refusal } from "#contract/capability.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import type { FleetAction } from "./action.ts";
import { busyReason } from "./action-text.ts";

/** Which of some sessions take a command now, and why the others are left out. */
export type BulkPlan = {
  able: readonly TunnelSession[];
  leftOut: readonly { session: TunnelSession; reason: string }[];
};

/** Divides sessions by what is known of their agents, and of what this tab told them before. */
export function planBulk(
  kind: AgentCommand,
  sessions: readonly TunnelSession[],
  actions: readonly FleetAction[],
  now: number,
): BulkPlan {
  const able: TunnelSession[] = [];
  const leftOut: { session: TunnelSession; reason: string }[] = [];
  for (const session of sessions) {
    const sent = actions.filter(({ sessionId }) => sessionId === session.id);
    const reason = refusal(kind, session) ?? busyReason(kind, sent, now);
    if (reason === null) able.push(session);
    else leftOut.push({ session, reason });
  }
  return { able, leftOut };
}

/** How many commands are under way at once: an agent's answer may take 20 s, and a browser opens six connections. */
const AT_ONCE = 4;

/** Does `work` for every item, a few at once; one that fails stops no other. Calls `settled` after each, with its fault. */
export async function runBulk<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  settled: (item: T, fault: unknown) => void,
): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) {
      try {
        await work(item);
        settled(item, null);
      } catch (fault) {
        settled(item, fault ?? new Error("It failed without a reason."));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
