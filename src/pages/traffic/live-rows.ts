import type { TrafficRow } from "#traffic/traffic-row.ts";

/** What of a live list is shown, and what waits until nobody reads it. Newest first. */
export type Live = {
  /** The filter that all of it passed; null before anything was read. */
  filter: string | null;
  rows: readonly TrafficRow[];
  waiting: readonly TrafficRow[];
  /** How many came that are neither shown nor waiting. */
  missed: number;
  /** Where older ones are searched on: the id of an event; null when all was. */
  next: string | null;
};

export const NOTHING: Live = { filter: null, rows: [], waiting: [], missed: 0, next: null };

/** So many are shown without asking for older ones, and so many wait: what is more is counted. */
const SHOWN_MAX = 2000;
const WAITING_MAX = 1000;

/** Those of `rows` that are not there yet. */
function fresh(live: Live, rows: readonly TrafficRow[]): TrafficRow[] {
  const known = new Set([...live.rows, ...live.waiting].map(({ id }) => id));
  return rows.filter(({ id }) => !known.has(id));
}

/** Puts new rows before the others: at once, or while somebody reads, among those that wait. */
export function arrive(live: Live, rows: readonly TrafficRow[], held: boolean): Live {
  const added = fresh(live, rows);
  if (added.length === 0) return live;
  if (!held) return shown({ ...live, waiting: [...added, ...live.waiting] });
  const waiting = [...added, ...live.waiting];
  const over = Math.max(0, waiting.length - WAITING_MAX);
  return { ...live, waiting: waiting.slice(0, WAITING_MAX), missed: live.missed + over };
}

/** Shows what waits. Of a long list the oldest leave; the service still has them. */
export function shown(live: Live): Live {
  if (live.waiting.length === 0) return live;
  const rows = [...live.waiting, ...live.rows];
  const most = Math.max(SHOWN_MAX, live.rows.length);
  const last = rows.length > most ? rows[most - 1] : undefined;
  return { ...live, rows: rows.slice(0, most), waiting: [], next: last?.id ?? live.next };
}

/** The newest page as the service has it: begins the list anew where nothing of it is known. */
export function refreshed(live: Live, page: Pick<Live, "filter" | "rows" | "next">, held: boolean): Live {
  const known = new Set([...live.rows, ...live.waiting].map(({ id }) => id));
  const joins = page.rows.some(({ id }) => known.has(id)) || (known.size === 0 && page.rows.length === 0);
  if (live.filter === page.filter && joins) return arrive(live, page.rows, held);
  return { ...NOTHING, ...page };
}

/** Older rows behind the others. */
export function extended(live: Live, page: Pick<Live, "rows" | "next">): Live {
  return { ...live, rows: [...live.rows, ...fresh(live, page.rows)], next: page.next };
}
