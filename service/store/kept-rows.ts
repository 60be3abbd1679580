/** Rows of a list kept, for each statement. */
const ROWS_MAX = 1_000;

type KeptRow = { text: string; row: object };

/**
 * The rows of a page, a line each. One that is read again as it was is the same object, which nobody may change: most often it
 * follows the same row as in the page before, else it is found by its first value, of which each row has its own.
 */
export function keptRows(names: readonly string[]): (text: string) => object[] {
  const kept = new Map<string, KeptRow>();
  let before: readonly KeptRow[] = [];

  function find(line: string): KeptRow {
    const key = line.slice(0, line.indexOf(","));
    const known = kept.get(key);
    if (known?.text === line) return known;
    if (kept.size >= ROWS_MAX) kept.clear();
    // A copy: a part of a text keeps all of it in memory.
    const text = Buffer.from(line).toString();
    const made = { text, row: Object.freeze(named(names, JSON.parse(text) as unknown[])) };
    kept.set(Buffer.from(key).toString(), made);
    return made;
  }

  return (text) => {
    const page: KeptRow[] = [];
    let next = 0;
    for (let start = 0; start <= text.length;) {
      const end = text.indexOf("\n", start);
      const line = text.slice(start, end === -1 ? text.length : end);
      const expected = before[next];
      const one = expected?.text === line ? expected : find(line);
      const at = one === expected ? next : before.indexOf(one, next);
      if (at !== -1) next = at + 1;
      page.push(one);
      start += line.length + 1;
    }
    before = page;
    return page.map(({ row }) => row);
  };
}

function named(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < names.length; i += 1) row[names[i] ?? ""] = values[i];
  return row;
}
