import { lazyPart } from "#ui/lazy-export.ts";

/**
 * /rollouts and /rollouts/:id. What a page imports is named in the first load, so this one imports nothing
 * (decisions/console/first-load.md).
 */
export const Component = lazyPart(() => import("./rollout-views.tsx"), "RolloutViews");
