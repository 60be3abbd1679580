/** A generator that gives the same numbers from 0 to 1 for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One item, each as likely as its weight. */
export function pick<T>(random: () => number, weighted: readonly (readonly [T, number])[], fallback: T): T {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  let rest = random() * total;
  for (const [item, weight] of weighted) {
    rest -= weight;
    if (rest < 0) return item;
  }
  return fallback;
}
