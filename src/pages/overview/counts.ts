/** One bar: a value, and how many have it. */
export type Bar = { value: string; count: number };

/** How many rows have each value, the most frequent first; what is beyond `most` is summed up as `more`. */
export function countBy<T>(
  rows: readonly T[],
  valueOf: (row: T) => string,
  most = 6,
): { bars: Bar[]; more: { values: number; count: number } } {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(valueOf(row), (counts.get(valueOf(row)) ?? 0) + 1);
  const all = [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value, undefined, { numeric: true }));
  // A sum of one would take the room of the bar that it hides.
  const shown = all.length === most + 1 ? all.length : most;
  const rest = all.slice(shown);
  return {
    bars: all.slice(0, shown),
    more: { values: rest.length, count: rest.reduce((sum, { count }) => sum + count, 0) },
  };
}
