import type { FilterPart, Verdict } from "#contract/cel/filter-parts.ts";
import { nest } from "#contract/traffic/nest.ts";
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
  // Objects before the fields in them: `conn` is there, and then what it has.
  const uses = [...new Set([...asked, ...names])]
    .toSorted((a, b) => a.length - b.length)
    .map((name) => ({ name, isField: table.isField(name), column: table.column(name) }));
  const ask = memory(uses.length === 1, (codes) =>
    judge(
      nest(
        Object.fromEntries(
          uses.flatMap(({ name, isField, column }, at) => {
            const code = codes[at] ?? 0;
            return code === 0 ? [] : [[name, isField ? column.values[code] : {}]];
          }),
        ),
      ),
    ),
  );
  const slow: Judge = (index) => ask(uses.map(({ column }) => column.codes[index] ?? 0));
  if (!quick) return slow;
  const columns: Record<string, Column> = {};
  for (const { name, column } of uses) columns[name] = column;
  let at = 0;
  const read = (name: string): unknown => columns[name]?.values[columns[name].codes[at] ?? 0];
  return (index) => {
    at = index;
    return quick(read) ?? slow(index);
  };
}

/** Answers what was asked once without asking again. */
function memory(isOne: boolean, ask: (codes: readonly number[]) => Verdict): typeof ask {
  if (isOne) {
    const known: (Verdict | undefined)[] = [];
    return (codes) => (known[codes[0] ?? 0] ??= ask(codes));
  }
  const known = new Map<string, Verdict>();
  return (codes) => {
    const key = codes.join(" ");
    let verdict = known.get(key);
    if (verdict === undefined) {
      verdict = ask(codes);
      known.set(key, verdict);
    }
    return verdict;
  };
}
