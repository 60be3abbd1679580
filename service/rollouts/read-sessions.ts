import { UpdateReport } from "#contract/agent-release.ts";
import { asksWhoServes } from "#contract/rollouts/machine.ts";
import { type OnlineSession, readingOf } from "#contract/rollouts/reading.ts";
import type { Reading, RolloutState } from "#contract/rollouts/state.ts";
import type { KeptRollout } from "../store/rollouts.ts";
import type { Db, Schema } from "../store/schema.ts";
import { readServedKeys } from "./served.ts";

const COLUMNS = [
  "id",
  "agent_version",
  "succeeds",
  "credential_id",
  "ip",
  "os",
  "metadata",
  "transport",
  "started_at",
  "agent_update",
] as const satisfies readonly (keyof OnlineSession | "agent_update")[];
type Online = Pick<Schema["sessions"], (typeof COLUMNS)[number]>;

/** Every online session, as rollouts look at them. */
export async function readOnline(db: Db): Promise<Online[]> {
  return db.selectFrom("sessions").select(COLUMNS).execute();
}

/** Who serves what, where it matters to a rollout now. */
export async function readUpkeep(
  db: Db,
  state: RolloutState,
  at: number,
): Promise<Pick<Reading, "sessionsOf">> {
  return asksWhoServes(state, at) ? { sessionsOf: (await readServedKeys(db)).sessionsOf } : {};
}

/** What they say of a rollout of the service, whose clock is theirs. */
export function readingOfRollout(online: readonly Online[], kept: KeptRollout): Reading {
  const updates = new Map(online.map((row) => [row.id, row.agent_update]));
  const updateOf = (id: string) => {
    const report = updates.get(id) ?? null;
    return report === null ? undefined : UpdateReport.parse(JSON.parse(report));
  };
  return { ...readingOf(online, kept, (n) => lastTold(kept.state.agents[n]?.steps ?? [])), updateOf };
}

const lastTold = (steps: KeptRollout["state"]["agents"][number]["steps"]): number | undefined =>
  steps.findLast(({ kind }) => kind === "restart" || kind === "stop" || kind === "update")?.at;
