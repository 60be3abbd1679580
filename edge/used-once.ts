/** Ids that are good once: beyond this many the oldest are forgotten. */
const IDS_MAX = 100_000;

/** Says whether an id was said before, within `keepMs`. */
export function createUsedOnce(keepMs: number, now: () => number = Date.now): (id: string) => boolean {
  /** Until when each is remembered, the oldest first. */
  const used = new Map<string, number>();
  return (id) => {
    for (const [old, until] of used) {
      if (until > now() && used.size < IDS_MAX) break;
      used.delete(old);
    }
    if (used.has(id)) return true;
    used.set(id, now() + keepMs);
    return false;
  };
}
