import type { QueryClient } from "@tanstack/react-query";
import { reportAsked } from "#contract/rollouts/agent.ts";
import { asksWhoServes, type RolloutInput } from "#contract/rollouts/machine.ts";
import { readingOf } from "#contract/rollouts/reading.ts";
import type { Reading } from "#contract/rollouts/state.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { readUpdateReport } from "#resources/agent-update.ts";
import { tunnels } from "#resources/tunnels.ts";
import { keysOfTunnels } from "./tab-keys.ts";
import { onlineOf } from "./tab-place.ts";
import type { TabRollout } from "./tab-store.ts";
import { readWatched } from "./tab-watched.ts";

/** What is seen of a rollout at `at` (ms). `waits` = what could not be read, without which nothing goes on. */
type Seen = Pick<RolloutInput, "reading" | "watched"> & { waits: string | null };

/** Reads what a rollout needs to go on; `sessions` = all that are online, null where they could not be read. */
export async function readForRollout(
  client: QueryClient,
  kept: TabRollout,
  sessions: readonly TunnelSession[] | null,
  at: number,
): Promise<Seen> {
  const watched = (await readWatched(kept)) ?? undefined;
  const base = sessions && readingOf(sessions.map(onlineOf), kept, (n) => kept.told[n] ?? undefined);
  if (!base) return { watched, waits: null };
  const upkeep = asksWhoServes(kept.state, at) ? await readUpkeep(client) : {};
  if (!upkeep) return { watched, waits: "The tunnels could not be read." };
  const isUpdate = kept.asked.action === "update_and_restart";
  const asked = isUpdate ? kept.state.agents.flatMap((agent) => reportAsked(agent, base, at) ?? []) : [];
  const updates = await readReports(client, asked);
  if (!updates) return { watched, waits: "What agents say of their updates could not be read." };
  return { reading: { ...base, ...upkeep, ...updates }, watched, waits: null };
}

/** Who serves what now; null when it could not be read. */
async function readUpkeep(client: QueryClient): Promise<Pick<Reading, "sessionsOf"> | null> {
  try {
    return keysOfTunnels(await client.fetchQuery({ ...tunnels.query, staleTime: 0, retry: false }));
  } catch {
    return null;
  }
}

/** What the agents of some sessions said of their updates; null when it could not be read of all. */
async function readReports(
  client: QueryClient,
  ids: readonly string[],
): Promise<Pick<Reading, "updateOf"> | null> {
  const read = await Promise.all(ids.map(async (id) => [id, await readUpdateReport(client, id)] as const));
  if (read.some(([, report]) => report === undefined)) return null;
  const reports = new Map(read);
  return { updateOf: (id) => reports.get(id) ?? undefined };
}
