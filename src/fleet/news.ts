import type { QueryClient } from "@tanstack/react-query";
import type { Published } from "#contract/outdated.ts";
import { readPublished } from "#resources/agent-releases.ts";
import { enterRollouts } from "./rollout/enter-rollouts.ts";

/**
 * What a page of agents learns a moment after it is shown: the versions that the service publishes, and what rollouts left to
 * tell, in one: either alone would call outdated what was updated already.
 */
export async function readNews(
  client: QueryClient,
  signal: AbortSignal,
): Promise<NonNullable<Published> | null> {
  // A service without rollouts has nothing to tell of them.
  const told = enterRollouts(client).catch(() => {});
  const published = await readPublished(signal);
  await told;
  return published;
}
