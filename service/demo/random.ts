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

/** One name, each as likely as its weight. */
export function pick<Name extends string>(
  random: () => number,
  weights: Readonly<Record<Name, number>>,
): Name {
  const names = Object.keys(weights) as Name[];
  let rest = random() * names.reduce((sum, name) => sum + weights[name], 0);
  return names.find((name) => (rest -= weights[name]) < 0) ?? (names[0] as Name);
}
