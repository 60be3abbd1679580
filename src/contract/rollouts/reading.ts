import type { PlannedSession } from "./rollout.ts";
import type { AgentProgress, Reading } from "./state.ts";

/** An online session, as rollouts look at it. `succeeds` = the session that its agent proved to have had before. */
export type OnlineSession = Pick<PlannedSession, "id" | "agent_version" | "started_at"> &
  Looks & { succeeds: string | null };

type Looks = Pick<PlannedSession, "ip" | "os" | "metadata" | "transport"> & { credential_id: string };

/**
 * An agent as it was planned. `alone` = no other online session looked like it; `offline` = the public URLs that go offline with it,
 * absent in rollouts of before.
 */
export type KeptSession = PlannedSession & {
  credential_id: string;
  alone: boolean;
  offline?: readonly string[];
};

/** What an agent keeps when it connects anew. */
export function identityOf({ credential_id, ip, os, metadata, transport }: Looks): string {
  return JSON.stringify([credential_id, ip, os, metadata, transport]);
}

/**
 * What the online sessions say of a rollout. A session follows another by proof; where its agent has none, as the only one
 * that looks like it and started since it was last told something: `toldAt`, by the service's clock, undefined = never.
 */
export function readingOf(
  online: readonly OnlineSession[],
  {
    sessions,
    state,
  }: { sessions: readonly KeptSession[]; state: { agents: readonly Pick<AgentProgress, "session_id">[] } },
  toldAt: (agent: number) => number | undefined,
): Reading {
  const versions = new Map(online.map((one) => [one.id, one.agent_version]));
  const next = new Map<string, string>();
  for (const { id, succeeds } of online) if (succeeds !== null) next.set(succeeds, id);
  const reading = { online: versions, next };
  const own = new Set(state.agents.map(({ session_id: id }) => id));
  // Between two readings an agent may have had two sessions: what follows one that nobody saw may be of any agent.
  const proven = [...next].flatMap(([from, to]) => (own.has(from) || versions.has(from) ? [to] : []));
  const taken = new Set([...proven, ...own]);
  const missing = state.agents.flatMap(({ session_id: id }, n) =>
    versions.has(id) || next.has(id) ? [] : [{ id, session: sessions[n], told: toldAt(n) }],
  );
  if (missing.length === 0) return reading;
  const free = new Map<string, OnlineSession[]>();
  for (const one of online)
    if (!taken.has(one.id)) free.set(identityOf(one), [...(free.get(identityOf(one)) ?? []), one]);
  for (const { id, session, told } of missing) {
    if (!session?.alone) continue;
    const [only, ...more] = free.get(identityOf(session)) ?? [];
    const since = told ?? Date.parse(session.started_at);
    if (only && more.length === 0 && Date.parse(only.started_at) >= wholeSecond(since)) next.set(id, only.id);
  }
  return reading;
}

/** Sessions have their start in whole seconds. */
const wholeSecond = (ms: number): number => Math.floor(ms / 1_000) * 1_000;
