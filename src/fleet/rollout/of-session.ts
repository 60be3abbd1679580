import { useQuery } from "@tanstack/react-query";

/** Where it is kept which rollout, that has not ended, has a session. */
export const ofSessionKey = (id: string) => ["rollouts", "of session", id];

/** Whether a rollout is known to have a session; reads nothing itself. */
export const useIsInRollout = (id: string): boolean =>
  Boolean(useQuery({ queryKey: ofSessionKey(id), enabled: false }).data);
