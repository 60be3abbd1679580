import { inWords } from "#ui/format.ts";
import type { StatusTone } from "#ui/status.tsx";

type Line = { tone: StatusTone; what: string };

/** So many of a kind have a line each; the rest share one. */
const SHOWN = 3;
/** So many of the rest are named. */
const NAMED = 5;

/** The first few of a kind, and one for the rest. A rest of one is shown itself. */
export function folded<T extends Line | Line[]>(
  all: readonly T[],
  rest: (more: readonly T[]) => NoInfer<T>,
): T[] {
  const shown = all.length === SHOWN + 1 ? all.length : SHOWN;
  const more = all.slice(shown);
  return more.length === 0 ? [...all] : [...all.slice(0, shown), rest(more)];
}

/** "a", "a and b", "a, b, c, d, e and 3 more". */
export const listed = (names: readonly unknown[]): string => inWords(names, NAMED);

/** What a line that is for several names of them, by the part before the colon. */
export const named = (more: readonly Line[]) => `${listed(more.map(({ what }) => what.split(": ")[0]))}.`;
