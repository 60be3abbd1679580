import type { EndedRow, Later } from "../store/ended-sessions.ts";

/** An agent whose connection fell silent may be back before its session ends, so many milliseconds. */
const EARLY_MS = 40_000;

const agentOf = ({ credential_id, ip, os, metadata }: Later) =>
  JSON.stringify([credential_id, ip, os, metadata]);

/** What tells agents of any authtoken apart. */
const sightOf = ({ ip, os, metadata }: Later) => JSON.stringify([ip, os, metadata]);

/**
 * The session that came after each ended one, by its id: the one that could prove it, else the next one of the same authtoken,
 * address, OS and metadata. Of agents that are alike in all of it, as many are back as came, in order. One that was started with
 * another authtoken is known by the rest, where it has metadata and nothing else looks like it.
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
  const alike = groupedBy(later, agentOf);
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
  const lost = groupedBy(
    ended.filter(({ id, metadata }) => metadata !== "" && !after.has(id)),
    sightOf,
  );
  const found = groupedBy(
    later.filter(({ id }) => !taken.has(id)),
    sightOf,
  );
  for (const [sight, [one, ...others]] of lost) {
    const come = (found.get(sight) ?? []).filter(({ id }) => id !== one?.id);
    const [next, ...more] = come;
    if (one && next && others.length + more.length === 0 && next.started_at >= one.ended_at)
      pair(one.id, next.id);
  }
  return after;
}

function groupedBy<One>(all: readonly One[], keyOf: (one: One) => string): Map<string, One[]> {
  const by = new Map<string, One[]>();
  for (const one of all) {
    const key = keyOf(one);
    const others = by.get(key);
    if (others) others.push(one);
    else by.set(key, [one]);
  }
  return by;
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
