import { refusal } from "#contract/capability.ts";
import { type NewAgent } from "#contract/rollouts/machine.ts";
import { type Member, planBatches } from "#contract/rollouts/plan.ts";
import type { RolloutAction, RolloutCreate, RolloutPlan } from "#contract/rollouts/rollout.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import type { EdgeFacts } from "../http/call.ts";
import type { Asked, KeptSession } from "../store/rollouts.ts";
import type { Db, Schema } from "../store/schema.ts";
import { readServed, type Served } from "./served.ts";

const DEFAULTS = { canary: 1, batch_size: 10, at_once: 5, pause_seconds: 30 };

/** What an agent must be able to do to take part. */
const NEEDS: Readonly<Record<RolloutAction, AgentCommand>> = {
  update_and_restart: "update",
  restart: "restart",
  stop: "stop",
};

export type Planned = {
  asked: Asked;
  plan: RolloutPlan;
  sessions: KeptSession[];
  agents: NewAgent[];
};

/** What was asked for, with what was not given. */
function askedFor(body: RolloutCreate): Asked {
  return {
    action: body.action,
    canary: body.canary ?? DEFAULTS.canary,
    batch_size: body.batch_size ?? DEFAULTS.batch_size,
    at_once: body.at_once ?? DEFAULTS.at_once,
    pause_seconds: body.pause_seconds ?? DEFAULTS.pause_seconds,
    chosen: body.chosen ?? "",
    halt_failures: body.halt_failures ?? null,
    halt_percent: body.halt_percent ?? null,
  };
}

/** Who takes part in which batch, who does not and why, and which URLs go offline with each batch. */
export async function planRollout(db: Db, body: RolloutCreate, edge: EdgeFacts | null): Promise<Planned> {
  const asked = askedFor(body);
  const all = await db.selectFrom("sessions").selectAll().execute();
  const online = new Map(all.map((row) => [row.id, row]));
  const able: Schema["sessions"][] = [];
  const skipped: RolloutPlan["skipped"] = [];
  for (const id of body.session_ids) {
    const row = online.get(id);
    const reason = row ? refusal(NEEDS[body.action], row) : "Offline.";
    if (row && reason === null) able.push(row);
    else skipped.push({ session_id: id, reason: reason ?? "" });
  }
  const served = await readServed(db, edge);
  const members = able.map(({ id }): Member => ({ id, serves: [...(served.keysOf.get(id) ?? [])] }));
  const servedBy = new Map([...served.sessionsOf].map(([key, ids]) => [key, ids.size]));
  const batches = planBatches(members, servedBy, { canary: asked.canary, batchSize: asked.batch_size });
  const batchOf = new Map(batches.flatMap((batch, i) => batch.map(({ id }) => [id, i] as const)));
  const ordered = able.toSorted((a, b) => (batchOf.get(a.id) ?? 0) - (batchOf.get(b.id) ?? 0));
  const alike = new Map<string, number>();
  for (const row of all) alike.set(identityOf(row), (alike.get(identityOf(row)) ?? 0) + 1);
  const restarts = new Set(able.filter((row) => refusal("restart", row) === null).map(({ id }) => id));
  const staged = batches.map((batch, i) => {
    // What is stopped does not come back for the batches after it.
    const gone = body.action === "stop" ? batches.slice(0, i + 1).flat() : batch;
    const down = gone.filter(({ id }) => body.action !== "update_and_restart" || restarts.has(id));
    return inBatch(batch, new Set(down.map(({ id }) => id)), served);
  });
  return {
    asked,
    plan: { batches: staged.map(({ planned }) => planned), skipped },
    sessions: ordered.map((row) => kept(row, alike.get(identityOf(row)) === 1)),
    agents: ordered.map((row) => ({
      session_id: row.id,
      from: row.agent_version,
      restarts: restarts.has(row.id),
      keeps: staged[batchOf.get(row.id) ?? 0]?.keeps(row.id) ?? [],
      batch: batchOf.get(row.id) ?? 0,
    })),
  };
}

/** What an agent keeps when it connects anew. */
export function identityOf(
  row: Pick<Schema["sessions"], "credential_id" | "ip" | "os" | "metadata" | "transport">,
): string {
  return JSON.stringify([row.credential_id, row.ip, row.os, row.metadata, row.transport]);
}

function kept(row: Schema["sessions"], alone: boolean): KeptSession {
  const { id, agent_version, ip, metadata, os, region, started_at, transport, credential_id } = row;
  return { id, agent_version, ip, metadata, os, region, started_at, transport, credential_id, alone };
}

/** What a batch takes down, with `down`, the sessions that are down by then; `keeps` = what an agent serves that stays up. */
function inBatch(batch: readonly Member[], down: ReadonlySet<string>, served: Served) {
  const { keysOf, sessionsOf, namesOf } = served;
  const own = batch.filter(({ id }) => down.has(id));
  const keys = [...new Set(own.flatMap(({ serves }) => serves))];
  const isUp = (key: string) => [...(sessionsOf.get(key) ?? [])].some((id) => !down.has(id));
  const names = (some: readonly string[]) => [...new Set(some.flatMap(namesOf))].toSorted();
  const planned: RolloutPlan["batches"][number] = {
    session_ids: batch.map(({ id }) => id),
    offline: names(keys.filter((key) => !isUp(key))),
    stays_up: names(keys.filter(isUp)),
  };
  return { planned, keeps: (id: string) => (down.has(id) ? [...(keysOf.get(id) ?? [])].filter(isUp) : []) };
}
