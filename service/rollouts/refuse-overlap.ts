import { overlapWith } from "#contract/rollouts/overlap.ts";
import type { AgentProgress } from "#contract/rollouts/state.ts";
import { ApiProblem } from "../errors.ts";
import { openRollouts, readRollout } from "../store/rollouts.ts";
import { rowById } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { readingOfRollout, readOnline } from "./read-sessions.ts";
import { readServedKeys } from "./served.ts";

/**
 * Refuses agents that another rollout has, or that serve a URL of one of its agents, as long as it has not ended. Call it in
 * the transaction that starts them; `own` = the rollout that is left out. @throws ApiProblem 409 rolloutOverlaps
 */
export async function refuseOverlap(
  trx: Db,
  agents: readonly Pick<AgentProgress, "session_id" | "keeps">[],
  own: string,
): Promise<void> {
  const others = (await openRollouts(trx)).filter(({ id }) => id !== own);
  if (others.length === 0) return;
  const [sessions, served] = [await readOnline(trx), await readServedKeys(trx)];
  for (const { id } of others) {
    const row = await rowById(trx, "rollout", id);
    if (!row) continue;
    const kept = await readRollout(trx, row);
    const other = { id, agents: kept.state.agents, reading: readingOfRollout(sessions, kept) };
    const why = overlapWith(agents, other, served);
    if (why !== null) throw new ApiProblem("rolloutOverlaps", why);
  }
}
