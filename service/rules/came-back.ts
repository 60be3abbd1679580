import type { EndedRow, Later } from "../store/ended-sessions.ts";

/** An agent whose connection fell silent may be back before its session ends, so many milliseconds. */
const EARLY_MS = 40_000;

const agentOf = ({ credential_id, ip, os, metadata }: Later) =>
  JSON.stringify([credential_id, ip, os, metadata]);

/**
 * The session that came after each ended one, by its id: the one that could prove it, else the next one of the same authtoken,
 * address, OS and metadata. Of agents that are alike in all of it, as many are back as came, in order.
 */
export function cameBackAs(ended: readonly EndedRow[], online: readonly Later[]): Map<string, string> {
  const later = [...ended, ...online].toSorted(
    (a, b) => order(a.started_at, b.started_at) || order(a.id, b.id),
  );
  const after = new Map<string, string>();
  const taken = new Set<string>();
  const pair = (from: string, to: string) => {
    if (after.has(from) || taken.has(to)) return;
    after.set(from, to);
    taken.add(to);
  };
  const known = new Set(ended.map(({ id }) => id));
  for (const { id, succeeds } of later) if (succeeds !== null && known.has(succeeds)) pair(succeeds, id);
  const alike = new Map<string, Later[]>();
  for (const one of later) {
    const agent = agentOf(one);
    const others = alike.get(agent);
    if (others) others.push(one);
    else alike.set(agent, [one]);
  }
  const oldestFirst = ended.toSorted((a, b) => order(a.ended_at, b.ended_at) || order(a.id, b.id));
  for (const one of oldestFirst) {
    const from = Date.parse(one.ended_at) - (one.reason === "lost" ? EARLY_MS : 0);
    const next = alike
      .get(agentOf(one))
      ?.find(
        ({ id, started_at: at }) => !taken.has(id) && order(at, one.started_at) > 0 && Date.parse(at) >= from,
      );
    if (next) pair(one.id, next.id);
  }
  return after;
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
