import { useQuery } from "@tanstack/react-query";
import { heldQuery } from "./rollouts.ts";

/** Whether a rollout is known to have a session still to do; reads nothing itself. */
export function useIsInRollout(id: string): boolean {
  const { data = [] } = useQuery({ ...heldQuery, enabled: false });
  return data.some(({ agent }) => agent.session_id === id);
}
