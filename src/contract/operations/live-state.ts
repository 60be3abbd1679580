import { LiveState, LiveStateReset } from "#contract/traffic/live-state.ts";
import { operation } from "./operation.ts";
import { ITEM_ERRORS } from "./resource.ts";

const path = "/edges/https/{edge_id}/routes/{id}/live_state";
const tag = "Traffic";

/** Extensions (decisions/edge/live-state.md). */
export const liveStateOperations = {
  get: operation({
    id: "LiveStateGet",
    method: "GET",
    path,
    summary: "Get what the circuit breaker and the rate limits of a route have counted, at each edge.",
    tag,
    status: 200,
    answer: LiveState,
    errors: ITEM_ERRORS,
  }),
  reset: operation({
    id: "LiveStateReset",
    method: "POST",
    path: `${path}/reset`,
    summary:
      "Close the circuit breaker of a route, or empty the rate limits of its policies, at every edge. Counting begins anew.",
    tag,
    body: LiveStateReset,
    status: 204,
    errors: [...ITEM_ERRORS, "moduleNotSet"],
  }),
} as const;
