import { liveStateOperations } from "#contract/operations/live-state.ts";
import { ApiProblem } from "../errors.ts";
import { recordEvent } from "../events/recorder.ts";
import { implement } from "../implement.ts";
import { resetModule } from "../store/modules.ts";
import { lockedRow } from "../store/rows.ts";
import { foundRoute } from "./module-owner.ts";

/** What breakers and rate limits are at, and how they begin anew (decisions/edge/live-state.md). */
export const liveState = [
  implement(liveStateOperations.get, async ({ db, edgeTests, gateway }, { base, params }) => {
    const { id, edge_id } = await foundRoute(db, params);
    const uri = `${base}/edges/https/${edge_id}/routes/${id}/live_state`;
    const [own, others] = await Promise.all([edgeTests?.liveState(id), gateway.look?.(id)]);
    const edges = [...(own ? [own] : []), ...(others?.edges ?? [])];
    return { uri, edges: edges.toSorted((a, b) => (a.id < b.id ? -1 : 1)), silent: others?.silent ?? 0 };
  }),

  implement(liveStateOperations.reset, async ({ db }, call) => {
    const { module } = call.body;
    await db.transaction().execute(async (trx) => {
      const { id, edge_id, match } = await foundRoute(trx, call.params, lockedRow);
      if (!(await resetModule(trx, id, module)))
        throw new ApiProblem("moduleNotSet", `${module} is not set on ${id}, so there is nothing to reset.`);
      await recordEvent(trx, call, "live_state_reset", "created", { id, edge_id, match, module });
    });
    return undefined;
  }),
];
