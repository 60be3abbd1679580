import { UpdateReport } from "#contract/agent-release.ts";
import { isHeld } from "#contract/rollouts/agent.ts";
import type { Reading, RolloutState } from "#contract/rollouts/state.ts";
import type { KeptRollout } from "../store/rollouts.ts";
import type { Db, Schema } from "../store/schema.ts";
import { identityOf } from "./plan-rollout.ts";
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
] as const;
type Online = Pick<Schema["sessions"], (typeof COLUMNS)[number]>;

/** Every online session, as rollouts look at them. */
export async function readOnline(db: Db): Promise<Online[]> {
  return db.selectFrom("sessions").select(COLUMNS).execute();
}

/** Who serves what, where it matters to a rollout now: somebody’s turn may come that is to leave a URL online. */
export async function readUpkeep(
  db: Db,
  { status, resumes_at: resumes, agents }: RolloutState,
  at: number,
): Promise<Pick<Reading, "sessionsOf">> {
  const rests = status !== "running" || (resumes !== null && at < resumes);
  const asks = agents.some(
    (agent) => agent.keeps?.length && (isHeld(agent) || (!rests && agent.state === "waiting")),
  );
  return asks ? { sessionsOf: (await readServedKeys(db)).sessionsOf } : {};
}

/**
 * What the online sessions say of a rollout. A session follows another by proof; where its agent has none, as the only one
 * that looks like it and started since it was last told something.
 */
export function readingOf(
  rows: readonly Online[],
  { sessions, state }: Pick<KeptRollout, "sessions" | "state">,
): Reading {
  const online = new Map(rows.map((row) => [row.id, row.agent_version]));
  const updates = new Map(rows.map((row) => [row.id, row.agent_update]));
  const updateOf = (id: string) => {
    const report = updates.get(id) ?? null;
    return report === null ? undefined : UpdateReport.parse(JSON.parse(report));
  };
  const next = new Map<string, string>();
  for (const { id, succeeds } of rows) if (succeeds !== null) next.set(succeeds, id);
  const taken = new Set([...next.values(), ...state.agents.map(({ session_id: id }) => id)]);
  const missing = state.agents.flatMap((agent, n) =>
    online.has(agent.session_id) || next.has(agent.session_id) ? [] : [{ agent, session: sessions[n] }],
  );
  if (missing.length === 0) return { online, next, updateOf };
  const free = new Map<string, Online[]>();
  for (const row of rows)
    if (!taken.has(row.id)) free.set(identityOf(row), [...(free.get(identityOf(row)) ?? []), row]);
  for (const { agent, session } of missing) {
    if (!session?.alone) continue;
    const [only, ...more] = free.get(identityOf(session)) ?? [];
    const since = lastTold(agent.steps) ?? Date.parse(session.started_at);
    if (only && more.length === 0 && Date.parse(only.started_at) >= wholeSecond(since))
      next.set(agent.session_id, only.id);
  }
  return { online, next, updateOf };
}

const lastTold = (steps: KeptRollout["state"]["agents"][number]["steps"]): number | undefined =>
  steps.findLast(({ kind }) => kind === "restart" || kind === "stop" || kind === "update")?.at;

/** Sessions have their start in whole seconds. */
const wholeSecond = (ms: number): number => Math.floor(ms / 1_000) * 1_000;
