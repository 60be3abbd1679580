import type { QueryClient } from "@tanstack/react-query";
import type { Published } from "#contract/outdated.ts";
import { readReleases } from "#resources/agent-releases.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { withUpdates } from "./heard-updates.ts";
import { enterRollouts } from "./rollout/enter-rollouts.ts";
import { ledger } from "./use-fleet.ts";

/**
 * What a page of agents learns a moment after it is shown: the versions that the service publishes, what rollouts left to
 * tell, and updates sent from elsewhere, in one: either alone would call outdated what was updated already.
 */
export async function readNews(
  client: QueryClient,
  signal: AbortSignal,
): Promise<NonNullable<Published> | null> {
  // A service without rollouts has nothing to tell of them.
  const told = enterRollouts(client).catch(() => {});
  const said = await readReleases(signal);
  await told;
  if (!said) return null;
  if (said.updates.length > 0) {
    const online = await client.ensureQueryData(tunnelSessions.query);
    ledger.update((actions) => withUpdates(actions, said.updates, online, Date.now()));
  }
  return said.agent_releases.map(({ version }) => version);
}
