import { useQuery } from "@tanstack/react-query";
import { restartingRollouts } from "./rollout/rollouts.ts";
import { type Blinks, blinksOf } from "./blinks.ts";
import { lineageOf, predecessorsOf } from "./lineage.ts";
import { useActions, useDepartures } from "./use-fleet.ts";

/** How long the last restarts of these sessions' agents took; undefined until it is known. */
export function useBlinks(): ((sessionIds: readonly string[]) => readonly Blinks[]) | undefined {
  const actions = useActions();
  const left = useDepartures();
  const { data, isPending } = useQuery(restartingRollouts);
  if (isPending) return undefined;
  const predecessors = predecessorsOf(actions, left);
  return (ids) => ids.map((id) => blinksOf(lineageOf(id, predecessors), actions, data ?? []));
}
