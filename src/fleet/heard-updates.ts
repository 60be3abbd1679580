import type { AgentReleaseList } from "#contract/agent-releases.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { isOpen, type FleetAction } from "./action.ts";
import { withHeard } from "./commands.ts";

type Update = AgentReleaseList["updates"][number];

/**
 * The actions with updates that agents say are under way, whoever sent them, heard at `at` (ms). What this tab watches already is told
 * by itself. The same array when that changes nothing.
 */
export function withUpdates(
  actions: readonly FleetAction[],
  updates: readonly Update[],
  online: readonly TunnelSession[],
  at: number,
): readonly FleetAction[] {
  const byId = new Map(online.map((session) => [session.id, session]));
  const busy = new Set(actions.flatMap((one) => (isOpen(one) ? one.sessionId : [])));
  const known = new Set(actions.map(({ id }) => id));
  const heard = updates.flatMap(({ session: { id }, ...report }) => {
    const session = byId.get(id);
    return session && !busy.has(id) ? withHeard([], session, report, at) : [];
  });
  const news = heard.filter(({ id }) => !known.has(id));
  return news.length === 0 ? actions : [...actions, ...news];
}
