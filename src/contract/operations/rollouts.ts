import {
  Rollout,
  RolloutCreate,
  RolloutList,
  RolloutPlan,
  RolloutUpdate,
} from "#contract/rollouts/rollout.ts";
import { operation } from "./operation.ts";
import { ITEM_ERRORS, readOperations } from "./resource.ts";

const tag = "Rollouts";
const path = "/rollouts";

/** Extensions (decisions/fleet/rollouts.md). */
export const rolloutOperations = {
  create: operation({
    id: "RolloutsCreate",
    method: "POST",
    path,
    summary: "Update, restart or stop agents in stages. The service runs it until it ends.",
    tag,
    body: RolloutCreate,
    status: 201,
    answer: Rollout,
    errors: ["rolloutOverlaps"],
  }),
  ...readOperations({
    id: "Rollouts",
    path,
    tag,
    list: RolloutList,
    answer: Rollout,
    summaries: {
      list: "List rollouts, newest first.",
      get: "Get a rollout with its plan and what came of each agent.",
    },
  }),
  update: operation({
    id: "RolloutsUpdate",
    method: "PATCH",
    path: "/rollouts/{id}",
    summary: "Pause, resume or halt a rollout, or retry the agents that failed.",
    tag,
    body: RolloutUpdate,
    status: 200,
    answer: Rollout,
    errors: [...ITEM_ERRORS, "rolloutOverlaps"],
  }),
  preview: operation({
    id: "RolloutPreviewsCreate",
    method: "POST",
    path: "/rollout_previews",
    summary:
      "Show the plan of a rollout: its batches, who is skipped, and which URLs go offline. Changes nothing.",
    tag,
    body: RolloutCreate,
    status: 200,
    answer: RolloutPlan,
    errors: [],
  }),
} as const;
