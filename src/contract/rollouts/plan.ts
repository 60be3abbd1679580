/** An agent that takes part, and keys of what its session serves. */
export type Member = { id: string; serves: readonly string[] };

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
