import { act, newRollout } from "#contract/rollouts/machine.ts";
import { KEPT_DAYS, type Rollout, type RolloutSummary } from "#contract/rollouts/rollout.ts";
import { rolloutOperations } from "#contract/operations/rollouts.ts";
import type { AgentProgress } from "#contract/rollouts/state.ts";
import { agentsWire, summaryWire } from "#contract/rollouts/wire.ts";
import { ApiProblem, faulty } from "../errors.ts";
import { recordEvent } from "../events/recorder.ts";
import { implement, show } from "../implement.ts";
import { foundRow } from "../rules/found.ts";
import { planOnline } from "../rollouts/plan-rollout.ts";
import { refuseOverlap } from "../rollouts/refuse-overlap.ts";
import { newId } from "../store/ids.ts";
import { readPage } from "../store/pages.ts";
import {
  askedOf,
  columnsOf,
  forgetRollouts,
  insertRollout,
  keptCountsOf,
  type KeptRollout,
  progressOf,
  readRollout,
  saveRollout,
} from "../store/rollouts.ts";
import { type Row, rowsBefore } from "../store/rows.ts";
import { timestamp } from "../store/time.ts";

const DAY_MS = 86_400_000;
const isWaiting = ({ state }: AgentProgress): boolean => state === "waiting";

function summary(row: Row<"rollout">, base: string): RolloutSummary {
  const { id, created_at, owner_id } = row;
  const head = { id, uri: `${base}/rollouts/${id}`, created_at, owner_id };
  return summaryWire(head, askedOf(row), progressOf(row), keptCountsOf(row));
}

const wire = ({ row, state, sessions }: KeptRollout, base: string): Rollout => ({
  ...summary(row, base),
  plan: JSON.parse(row.plan) as Rollout["plan"],
  agents: agentsWire(sessions, state),
});

/** Actions on many agents in stages (docs/decisions/fleet/rollouts.md). */
export const rollouts = [
  implement(rolloutOperations.preview, async (services, { body }) => (await planOnline(services, body)).plan),

  implement(rolloutOperations.create, async (services, call) => {
    const { base, body, principal } = call;
    const planned = await planOnline(services, body);
    const { asked, plan, sessions, agents } = planned;
    if (agents.length === 0) {
      const message = `has no agent that can do this. ${plan.skipped[0]?.reason ?? ""}`;
      throw faulty("valueInvalid", [{ path: ["session_ids"], message }]);
    }
    const now = new Date();
    const state = newRollout(asked, agents);
    const row = {
      id: newId("rollout"),
      created_at: timestamp(now),
      owner_id: principal.userId,
      node_id: services.nodeId,
      asked: JSON.stringify(asked),
      plan: JSON.stringify(plan),
      revision: 0,
      ...columnsOf(state),
    };
    const kept = { row, state, sessions };
    await services.db.transaction().execute(async (trx) => {
      await forgetRollouts(trx, new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString());
      await refuseOverlap(trx, agents, row.id);
      await insertRollout(trx, kept);
      await recordEvent(trx, call, "rollout", "created", summary(row, base));
    });
    services.wakeRollouts?.();
    return wire(kept, base);
  }),

  show(rolloutOperations.list, async (db, { query, base }) => {
    const uri = `${base}${rolloutOperations.list.path}`;
    const { rows, ...page } = await readPage("rollout", query, uri, (slice) =>
      rowsBefore(db, "rollout", slice),
    );
    return { rollouts: rows.map((row) => summary(row, base)), ...page };
  }),

  show(rolloutOperations.get, async (db, { params: { id }, base }) =>
    wire(await readRollout(db, await foundRow(db, "rollout", id)), base),
  ),

  implement(rolloutOperations.update, async (services, call) => {
    const { base, body, params } = call;
    const answer = await services.db.transaction().execute(async (trx) => {
      const kept = await readRollout(trx, await foundRow(trx, "rollout", params.id));
      const next = act(kept.state, body.act, Date.now());
      if (next === kept.state) return wire(kept, base);
      if (kept.state.ended_at !== null && next.ended_at === null)
        await refuseOverlap(trx, next.agents.filter(isWaiting), kept.row.id);
      if (!(await saveRollout(trx, kept, next)))
        throw new ApiProblem(
          "changedMeanwhile",
          "The rollout has just gone on. Nothing was changed. Try again.",
        );
      const row = { ...kept.row, ...columnsOf(next) };
      const resource = summary(kept.row, base);
      await recordEvent(trx, call, "rollout", "updated", summary(row, base), { resource });
      return wire({ ...kept, row, state: next }, base);
    });
    services.wakeRollouts?.();
    return answer;
  }),
];
