import type { ServedKeys } from "./served.ts";
import { type AgentProgress, type Reading, sessionNow } from "./state.ts";

/** The code by which that is refused; apart, so that a browser has it without the rest. */
export const OVERLAPS = "ERR_GATEHOUSE_9020";

type Agent = Pick<AgentProgress, "session_id" | "keeps">;

/**
 * Why agents can't be taken through a rollout beside another one that has not ended, null = they can: it has some of them, or
 * has agents that serve the same URLs. `reading` = what is online, as that one sees it.
 */
export function overlapWith(
  agents: readonly Agent[],
  other: { id: string; agents: readonly Agent[]; reading: Reading },
  { keysOf, namesOf }: Pick<ServedKeys, "keysOf"> & { namesOf?: (key: string) => readonly string[] },
): string | null {
  const nowOf = ({ session_id }: Agent) => sessionNow(session_id, other.reading);
  const theirs = new Set(other.agents.flatMap((agent) => [agent.session_id, nowOf(agent)]));
  const serves = (agent: Agent) => [...(agent.keeps ?? []), ...(keysOf.get(nowOf(agent)) ?? [])];
  const todo = "Wait until it ends, or halt it.";
  const same = agents.filter((agent) => theirs.has(agent.session_id)).length;
  if (same > 0) {
    const which = same === 1 ? "1 of these agents is" : `${same} of these agents are`;
    return `${which} in rollout ${other.id}, which has not ended. ${todo}`;
  }
  const keys = new Set(other.agents.flatMap(serves));
  const shared = agents.flatMap(serves).find((key) => keys.has(key));
  if (shared === undefined) return null;
  const name = shared.includes("://") ? shared : (namesOf?.(shared)[0] ?? `backend ${shared}`);
  return `Agents of rollout ${other.id}, which has not ended, serve ${name} too. ${todo}`;
}
