import { focusManager, type QueryClient } from "@tanstack/react-query";
import type { Published } from "#contract/outdated.ts";
import { readReleases } from "#resources/agent-releases.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { withRefusals, withUpdates } from "./heard-updates.ts";
import { enterRollouts } from "./rollout/enter-rollouts.ts";
import { ledger } from "./use-fleet.ts";

/** While a rollout runs, its agents come back one after the other; ms. */
const RUNNING_MS = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads it again soon, once for all who have read it, where a page that is seen still shows it. */
function readSoon(client: QueryClient): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (focusManager.isFocused()) void client.refetchQueries({ queryKey: ["news"], type: "active" });
  }, RUNNING_MS);
}

/**
 * What a page of agents learns a moment after it is shown: the versions that the service publishes, what rollouts left to
 * tell, and updates sent or refused elsewhere, in one: either alone would call outdated what was updated already.
 */
export async function readNews(
  client: QueryClient,
  signal: AbortSignal,
): Promise<NonNullable<Published> | null> {
  // A service without rollouts has nothing to tell of them.
  const told = enterRollouts(client).catch(() => false);
  const said = await readReleases(signal);
  if (await told) readSoon(client);
  if (!said) return null;
  const { updates, refusals = [] } = said;
  const some = updates.length + refusals.length > 0;
  const online = some ? await client.ensureQueryData(tunnelSessions.query) : [];
  ledger.update((actions) =>
    withRefusals(withUpdates(actions, updates, online, Date.now()), refusals, online),
  );
  return said.agent_releases.map(({ version }) => version);
}
