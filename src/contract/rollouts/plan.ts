import { refusal } from "../capability.ts";
import { nothingToUpdate } from "../no-release.ts";
import { newestKnown, type Published, updateTarget } from "../outdated.ts";
import { type Asked, askedFor, NEEDS } from "./asked.ts";
import type { NewAgent } from "./machine.ts";
import { identityOf, type KeptSession, type OnlineSession } from "./reading.ts";
import type { Served } from "./served.ts";
import type { PlannedSession, RolloutCreate, RolloutPlan } from "./rollout.ts";

/** An agent that takes part, and keys of what its session serves. */
export type Member = { id: string; serves: readonly string[] };

/** A rollout before it starts: `agents` are its first state, `sessions` what is kept of each, in the same order. */
export type Planned = { asked: Asked; plan: RolloutPlan; sessions: KeptSession[]; agents: NewAgent[] };

/**
 * Who takes part in which batch, who does not and why, and which URLs go offline with each batch. `published` = the
 * versions that the service has, beyond which no agent of it updates.
 */
export function planRollout(
  body: RolloutCreate,
  all: readonly (PlannedSession & OnlineSession)[],
  served: Served,
  published?: Published,
): Planned {
  const asked = askedFor(body);
  const isUpdate = body.action === "update_and_restart";
  const online = new Map(all.map((one) => [one.id, one]));
  const able: (typeof all)[number][] = [];
  const skipped: RolloutPlan["skipped"] = [];
  for (const id of body.session_ids) {
    const one = online.get(id);
    const reason = one
      ? (refusal(NEEDS[body.action], one) ??
        (isUpdate ? nothingToUpdate(one.agent_version, published) : null))
      : "Offline.";
    if (one && reason === null) able.push(one);
    else skipped.push({ session_id: id, reason: reason ?? "", ...(one && { session: plannedOf(one) }) });
  }
  const restarts = new Set(able.filter((one) => refusal("restart", one) === null).map(({ id }) => id));
  if (isUpdate) telling(able, newestKnown(all, published), restarts);
  const members = able.map(({ id }): Member => ({ id, serves: [...(served.keysOf.get(id) ?? [])] }));
  const counts = new Map([...served.sessionsOf].map(([key, ids]) => [key, ids.size]));
  const batches = planBatches(members, counts, { canary: asked.canary, batchSize: asked.batch_size });
  const batchOf = new Map(batches.flatMap((batch, i) => batch.map(({ id }) => [id, i] as const)));
  const ordered = able.toSorted((a, b) => (batchOf.get(a.id) ?? 0) - (batchOf.get(b.id) ?? 0));
  const alike = new Map<string, number>();
  for (const one of all) alike.set(identityOf(one), (alike.get(identityOf(one)) ?? 0) + 1);
  const staged = batches.map((batch, i) => {
    // What is stopped does not come back for the batches after it.
    const gone = body.action === "stop" ? batches.slice(0, i + 1).flat() : batch;
    const down = gone.filter(({ id }) => !isUpdate || restarts.has(id));
    return inBatch(batch, new Set(down.map(({ id }) => id)), served);
  });
  return {
    asked,
    plan: { batches: staged.map(({ planned }) => planned), skipped },
    sessions: ordered.map((one): KeptSession => {
      const alone = alike.get(identityOf(one)) === 1;
      const offline = staged[batchOf.get(one.id) ?? 0]?.takes(one.id) ?? [];
      return { ...plannedOf(one), credential_id: one.credential_id, alone, offline };
    }),
    agents: ordered.map((one) => ({
      session_id: one.id,
      from: one.agent_version,
      restarts: restarts.has(one.id),
      keeps: staged[batchOf.get(one.id) ?? 0]?.keeps(one.id) ?? [],
      batch: batchOf.get(one.id) ?? 0,
    })),
  };
}

/** Those come first that have an update and restart by themselves: a canary that is up to date proves nothing. */
function telling(
  able: OnlineSession[],
  newest: ReadonlyMap<number, string>,
  restarts: ReadonlySet<string>,
): void {
  const rank = ({ id, agent_version: version }: OnlineSession): number =>
    (updateTarget(version, newest) === null ? 2 : 0) + (restarts.has(id) ? 0 : 1);
  able.sort((a, b) => rank(a) - rank(b));
}

function plannedOf(one: PlannedSession): PlannedSession {
  const { id, agent_version, ip, metadata, os, region, started_at, transport } = one;
  return { id, agent_version, ip, metadata, os, region, started_at, transport };
}

/**
 * What a batch takes down, with `down`, the sessions that are down by then; `keeps` = what an agent serves that stays up, `takes` = the
 * URLs that go offline with it.
 */
function inBatch(batch: readonly Member[], down: ReadonlySet<string>, served: Served) {
  const { keysOf, sessionsOf, upOf = sessionsOf, namesOf } = served;
  const own = batch.filter(({ id }) => down.has(id));
  const keys = [...new Set(own.flatMap(({ serves }) => serves))];
  const isUp = (key: string) => [...(upOf.get(key) ?? [])].some((id) => !down.has(id));
  const names = (some: readonly string[]) => [...new Set(some.flatMap(namesOf))].toSorted();
  const planned: RolloutPlan["batches"][number] = {
    session_ids: batch.map(({ id }) => id),
    offline: names(keys.filter((key) => !isUp(key))),
    stays_up: names(keys.filter(isUp)),
  };
  const keysDown = (id: string) => (down.has(id) ? [...(keysOf.get(id) ?? [])] : []);
  return {
    planned,
    keeps: (id: string) => keysDown(id).filter(isUp),
    takes: (id: string) => names(keysDown(id).filter((key) => !isUp(key))),
  };
}

/**
 * Divides agents into batches, in their order: the first of `canary` agents (0 = none), the others of `batchSize`. No
 * batch has all sessions of what several serve: `servedBy` = how many online sessions serve each key, those that take no
 * part included.
 */
export function planBatches(
  members: readonly Member[],
  servedBy: ReadonlyMap<string, number>,
  { canary, batchSize }: { canary: number; batchSize: number },
): Member[][] {
  const batches: { size: number; members: Member[]; serves: Map<string, number> }[] = [];
  for (const member of members) {
    const keys = new Set(member.serves);
    const takes = ({ size, members: own, serves }: (typeof batches)[number]): boolean =>
      own.length < size && [...keys].every((key) => keepsUp(key, (serves.get(key) ?? 0) + 1, servedBy));
    let batch = batches.find(takes);
    if (!batch) {
      batch = {
        size: batches.length === 0 && canary > 0 ? canary : batchSize,
        members: [],
        serves: new Map(),
      };
      batches.push(batch);
    }
    batch.members.push(member);
    for (const key of keys) batch.serves.set(key, (batch.serves.get(key) ?? 0) + 1);
  }
  return batches.map((batch) => batch.members);
}

/** Whether taking down `taken` sessions of a key leaves one up, or there is only one anyway. */
function keepsUp(key: string, taken: number, servedBy: ReadonlyMap<string, number>): boolean {
  const all = servedBy.get(key) ?? 1;
  return all <= 1 || taken < all;
}
