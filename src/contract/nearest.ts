/** How many letters have to be changed, added or removed. */
export function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** Longest name that is compared with others, in characters. */
const COMPARED_MAX = 80;
/** So many letters may differ. */
const FAR = 3;

/** The known name that was probably meant; undefined where none is near. Upper case and underscores do not count. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll("_", "");
  const wanted = plain(name.slice(0, COMPARED_MAX));
  let best: string | undefined;
  // A word of which more than a third differs is another one, however long the path before it.
  const word = wanted.slice(wanted.lastIndexOf(".") + 1);
  let least = Math.min(FAR, Math.ceil(word.length / 3)) + 1;
  for (const one of known) {
    const far = distance(wanted, plain(one));
    if (far >= least) continue;
    best = one;
    least = far;
  }
  return best;
}
