import type { Asked } from "#contract/rollouts/asked.ts";
import type { KeptSession } from "#contract/rollouts/reading.ts";
import type { AgentProgress, RolloutState } from "#contract/rollouts/state.ts";
import { countsOf } from "#contract/rollouts/wire.ts";
import type { Db, Schema } from "./schema.ts";

/** A rollout with its agents, parsed. */
export type KeptRollout = {
  row: Schema["rollouts"];
  state: RolloutState;
  sessions: readonly KeptSession[];
};

type Progress = Omit<RolloutState, "agents" | "settings">;

/** SQLite takes so many values in a statement. */
const ROWS_AT_ONCE = 200;

/** What the columns of a rollout hold of its state. */
export function columnsOf(state: RolloutState) {
  const { agents: _, settings: __, ...progress } = state;
  return {
    progress: JSON.stringify(progress),
    counts: JSON.stringify(countsOf(state)),
    ended_at: state.ended_at === null ? null : new Date(state.ended_at).toISOString(),
  };
}

/** What rollouts of before had not. */
const UNWATCHED = { halt_endpoint_id: null, halt_url: null, halt_error_percent: null };

export const askedOf = ({ asked }: Schema["rollouts"]): Asked => ({
  ...UNWATCHED,
  ...(JSON.parse(asked) as Omit<Asked, keyof typeof UNWATCHED>),
});
export const progressOf = ({ progress }: Schema["rollouts"]): Progress => {
  const kept = JSON.parse(progress) as Omit<Progress, "errors_from" | "held_by"> & Partial<Progress>;
  return { ...kept, errors_from: kept.errors_from ?? 0, held_by: kept.held_by ?? null };
};
export const keptCountsOf = ({ counts }: Schema["rollouts"]) =>
  JSON.parse(counts) as ReturnType<typeof countsOf>;

/** The agents of a rollout, in their order. */
async function rolloutAgents(
  db: Db,
  id: string,
): Promise<{ sessions: KeptSession[]; agents: AgentProgress[] }> {
  const rows = await db
    .selectFrom("rollout_agents")
    .select(["session", "progress"])
    .where("rollout_id", "=", id)
    .orderBy("n")
    .execute();
  return {
    sessions: rows.map(({ session }) => JSON.parse(session) as KeptSession),
    agents: rows.map(({ progress }) => JSON.parse(progress) as AgentProgress),
  };
}

/** A rollout's row with its agents. */
export async function readRollout(db: Db, row: Schema["rollouts"]): Promise<KeptRollout> {
  const { sessions, agents } = await rolloutAgents(db, row.id);
  return { row, sessions, state: { ...progressOf(row), settings: askedOf(row), agents } };
}

export async function insertRollout(trx: Db, { row, state, sessions }: KeptRollout): Promise<void> {
  await trx.insertInto("rollouts").values(row).execute();
  const rows = sessions.map((session, n) => ({
    rollout_id: row.id,
    n,
    session: JSON.stringify(session),
    progress: JSON.stringify(state.agents[n]),
  }));
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
    await trx
      .insertInto("rollout_agents")
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      .execute();
}

/**
 * Keeps the next state of a rollout, unless it has changed since it was read. Call it in a transaction. False: somebody
 * else changed it, or runs it now; nothing was kept.
 */
export async function saveRollout(
  trx: Db,
  { row, state }: KeptRollout,
  next: RolloutState,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("rollouts")
    .set({ ...columnsOf(next), revision: row.revision + 1 })
    .where("id", "=", row.id)
    .where("revision", "=", row.revision)
    .where("node_id", "=", row.node_id)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  for (const [n, agent] of next.agents.entries())
    if (agent !== state.agents[n])
      await trx
        .updateTable("rollout_agents")
        .set({ progress: JSON.stringify(agent) })
        .where("rollout_id", "=", row.id)
        .where("n", "=", n)
        .execute();
  return true;
}

/** Those that have not ended. */
export async function openRollouts(
  db: Db,
): Promise<Pick<Schema["rollouts"], "id" | "node_id" | "revision">[]> {
  return db
    .selectFrom("rollouts")
    .select(["id", "node_id", "revision"])
    .where("ended_at", "is", null)
    .execute();
}

/** Those that have ended, and have agents that only their hosts can start. */
export async function awaitingRollouts(
  db: Db,
): Promise<Pick<Schema["rollouts"], "id" | "node_id" | "revision">[]> {
  return db
    .selectFrom("rollouts")
    .select(["id", "node_id", "revision"])
    .where("ended_at", "is not", null)
    .where("counts", "not like", '%"by_hand":0,%')
    .execute();
}

/** Takes a rollout over from a process that is gone. False: another one was first. */
export async function takeOverRollout(
  db: Db,
  { id, node_id, revision }: Pick<Schema["rollouts"], "id" | "node_id" | "revision">,
  nodeId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("rollouts")
    .set({ node_id: nodeId, revision: revision + 1 })
    .where("id", "=", id)
    .where("revision", "=", revision)
    .where("node_id", "=", node_id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes those that ended before a time, in RFC 3339. */
export async function forgetRollouts(trx: Db, before: string): Promise<void> {
  await trx.deleteFrom("rollouts").where("ended_at", "<", before).execute();
}
