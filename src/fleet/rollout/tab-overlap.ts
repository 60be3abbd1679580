import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "#api/errors.ts";
import { OVERLAPS, overlapWith } from "#contract/rollouts/overlap.ts";
import { readingOf } from "#contract/rollouts/reading.ts";
import type { AgentProgress } from "#contract/rollouts/state.ts";
import { tunnels } from "#resources/tunnels.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { keysOfTunnels } from "./tab-keys.ts";
import { onlineOf } from "./tab-place.ts";
import { isOpen, keptRollouts, type Place } from "./tab-store.ts";

/**
 * Starts agents, unless another rollout of this browser that has not ended has them, or agents of their URLs: refused as a service
 * does. `own` = the rollout that is left out. One tab at a time asks. @throws ApiError 409 {@link OVERLAPS}
 */
export function startApart<T>(
  client: QueryClient,
  place: Place,
  { agents, own }: { agents: readonly Pick<AgentProgress, "session_id" | "keeps">[]; own?: string },
  start: () => Promise<T>,
): Promise<T> {
  return navigator.locks.request(`gatehouse.rollouts start ${place.base}`, async () => {
    const others = (await keptRollouts(place)).filter((one) => isOpen(one) && one.id !== own);
    if (others.length > 0) {
      const fresh = { staleTime: 0, retry: false };
      const sessions = (await client.fetchQuery({ ...tunnelSessions.query, ...fresh })).map(onlineOf);
      const served = keysOfTunnels(await client.fetchQuery({ ...tunnels.query, ...fresh }));
      for (const other of others) {
        const reading = readingOf(sessions, other, (n) => other.told[n] ?? undefined);
        const msg = overlapWith(agents, { id: other.id, agents: other.state.agents, reading }, served);
        if (msg !== null)
          throw new ApiError({
            kind: "http",
            method: "POST",
            path: "/rollouts",
            status: 409,
            code: OVERLAPS,
            msg,
          });
      }
    }
    return start();
  });
}
