import type { QueryClient } from "@tanstack/react-query";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { SHOWN_MS } from "../action.ts";
import { departures } from "../departures.ts";
import { ledger } from "../use-fleet.ts";
import { withRollout } from "./rollout-actions.ts";
import { rolloutList, rolloutQuery } from "./rollouts.ts";

/** What rollouts left to tell is told for so long, of so many of the newest; ms. */
const TOLD_MS = 24 * 60 * 60_000;
const NEWEST = 5;

/** Enters into the ledger what came of the agents of a rollout: every page then tells of it as of a command. */
export function enterRollout(client: QueryClient, rollout: Rollout): void {
  const online = client.getQueryData(tunnelSessions.query.queryKey) ?? [];
  const left = departures.getSnapshot().map(({ session }) => session);
  const all = new Map([...left, ...online].map((session) => [session.id, session]));
  ledger.update((actions) => withRollout(actions, rollout, (id) => all.get(id)));
}

/**
 * Reads what the newest rollouts left to tell, whoever runs them, and enters it; answers whether one still runs. Fails where the
 * service has none.
 */
export async function enterRollouts(client: QueryClient): Promise<boolean> {
  const now = Date.now();
  const all = await client.fetchQuery(rolloutList);
  const recent = all.slice(0, NEWEST).filter(({ created_at: at }) => Date.parse(at) > now - TOLD_MS);
  const isShown = (ended: string | null) => ended === null || Date.parse(ended) > now - SHOWN_MS;
  const toTell = recent.filter(
    ({ counts, action, ended_at: ended }) =>
      counts.failed + counts.by_hand > 0 || (counts.succeeded > 0 && action !== "stop" && isShown(ended)),
  );
  await client.ensureQueryData(tunnelSessions.query);
  // The oldest first: what a later one did to an agent is what counts.
  for (const { id } of toTell.toReversed()) enterRollout(client, await client.fetchQuery(rolloutQuery(id)));
  return recent.some(({ ended_at: ended }) => ended === null);
}
