import type { FleetAction } from "./action.ts";

/** Begins the ids of actions that a rollout sent, which is told of as a whole. */
export const OF_ROLLOUT = "rollout ";
/** Ends the ids of those of them whose agents are back. */
export const DONE = " done";
/** Begins the ids of updates that agents say are under way, or refused. */
export const HEARD = "heard ";

/** Whether this browser sent it. */
export const isSentHere = ({ id }: Pick<FleetAction, "id">): boolean =>
  !id.startsWith(OF_ROLLOUT) && !id.startsWith(HEARD);
