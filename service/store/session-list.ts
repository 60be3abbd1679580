import type { Slice } from "./pages.ts";
import { type Row, rowsBefore } from "./rows.ts";
import type { Db } from "./schema.ts";
import { changedSince } from "./sessions.ts";

/** A longer list is read page by page. */
const ROWS_MAX = 2_000;

/** The whole list, newest first, as it was at a version of the sessions or after; null where it is too long. */
type Known = { version: number; rows: readonly Row<"session">[] | null };

const known = new WeakMap<Db, Known>();

async function readAll(db: Db, version: number): Promise<Known> {
  const rows = await rowsBefore(db, "session", { before: undefined, limit: ROWS_MAX });
  return { version, rows: rows.length > ROWS_MAX ? null : rows.map((row) => Object.freeze(row)) };
}

/** The list of before with what changed since; null where that is not known. */
async function update(db: Db, before: Known, version: number): Promise<Known | null> {
  const changes = before.rows && (await changedSince(db, before.version, version));
  if (!changes || !before.rows) return null;
  const changed = new Set([...changes.removed, ...changes.rows.map(({ id }) => id)]);
  const rows = before.rows.filter(({ id }) => !changed.has(id));
  rows.push(...changes.rows.map((row) => Object.freeze(row)));
  rows.sort((a, b) => (a.id < b.id ? 1 : -1));
  return rows.length > ROWS_MAX ? { version, rows: null } : { version, rows };
}

/** How much has to change until a list that was too long is looked at again. */
const AGAIN_AFTER = 1_000;

/**
 * A page of the sessions as {@link rowsBefore} reads it, at `version` of theirs or later: the list is kept in memory, a row that did
 * not change as the same object, and of a newer one only what changed is read.
 */
export async function sessionsBefore(db: Db, slice: Slice, version: number): Promise<Row<"session">[]> {
  let list = known.get(db);
  const isDue = list === undefined || list.version + (list.rows ? 0 : AGAIN_AFTER) < version;
  if (isDue) {
    list = (list && (await update(db, list, version))) ?? (await readAll(db, version));
    // Another reading may have begun later, and ended before this one.
    if ((known.get(db)?.version ?? -1) < version) known.set(db, list);
  }
  if (!list?.rows) return rowsBefore(db, "session", slice);
  const { before } = slice;
  const start = before === undefined ? 0 : list.rows.findIndex(({ id }) => id < before);
  return start === -1 ? [] : list.rows.slice(start, start + slice.limit + 1);
}
