import type { FilterPart, Verdict } from "#contract/cel/filter-parts.ts";
import type { Column, EventTable } from "./event-table.ts";

/** What a part says of the event at a place in the table. */
export type Judge = (index: number) => Verdict;

/** Parts that are kept for one table: while one is typed, the others are not worked out anew. */
const KEPT_MAX = 40;
const kept = new WeakMap<EventTable, Map<string, Judge>>();

/** Judges the events of a table by a part, once for each combination of values that differs. */
export function judgeOf(part: FilterPart, table: EventTable): Judge {
  const all = kept.get(table) ?? new Map<string, Judge>();
  kept.set(table, all);
  const found = all.get(part.text) ?? newJudge(part, table);
  all.delete(part.text);
  all.set(part.text, found);
  for (const oldest of all.keys()) {
    if (all.size <= KEPT_MAX) break;
    all.delete(oldest);
  }
  return found;
}

function newJudge({ names, asked, judge, quick }: FilterPart, table: EventTable): Judge {
  const columns: Record<string, Column> = {};
  for (const name of [...asked, ...names]) columns[name] = table.column(name);
  let at = 0;
  const read = (name: string): unknown => columns[name]?.values[columns[name].codes[at] ?? 0];
  const ask = memory(Object.values(columns), () => judge(read));
  return (index) => {
    at = index;
    return quick?.(read) ?? ask(index);
  };
}

/** Answers for values that were asked of once without asking again. */
function memory(columns: readonly Column[], ask: () => Verdict): Judge {
  const [first, ...others] = columns;
  if (others.length === 0) {
    const known: (Verdict | undefined)[] = [];
    return (index) => (known[first?.codes[index] ?? 0] ??= ask());
  }
  const known = new Map<string, Verdict>();
  return (index) => {
    let key = "";
    for (const { codes } of columns) key += `${codes[index] ?? 0} `;
    let verdict = known.get(key);
    if (verdict === undefined) {
      verdict = ask();
      known.set(key, verdict);
    }
    return verdict;
  };
}
