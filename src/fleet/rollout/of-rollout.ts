import type { FleetAction } from "../action.ts";

/** Begins the ids of actions that a rollout sent. */
export const PREFIX = "rollout ";

/** Whether a rollout sent it, which is told of as a whole. */
export const isOfRollout = ({ id }: Pick<FleetAction, "id">): boolean => id.startsWith(PREFIX);
