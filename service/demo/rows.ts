import { idAt } from "../store/ids.ts";
import { insertRows, type OwnColumns, type ResourceKind, type Row } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";

const DAY_MS = 86_400_000;

/** So many days before `now`, in milliseconds. */
export function daysBefore(now: number, days: number): number {
  return now - days * DAY_MS;
}

/** Adds a resource as if it had been made then, `at` in milliseconds since 1970. */
export async function addRow<K extends ResourceKind>(
  db: Db,
  kind: K,
  at: number,
  { description, metadata }: { description: string; metadata?: object },
  columns: OwnColumns<K> | ((id: string) => OwnColumns<K>),
): Promise<Row<K>> {
  const id = idAt(kind, at);
  const texts = { description, metadata: metadata ? JSON.stringify(metadata) : "" };
  const own = typeof columns === "function" ? columns(id) : columns;
  const row = { id, ...texts, ...own, created_at: timestamp(new Date(at)) } as unknown as Row<K>;
  await insertRows(db, kind, row);
  return row;
}

/** Adds one after the other; answers their ids by the same names. */
export async function addNamed<Name extends string, T>(
  things: Readonly<Record<Name, T>>,
  add: (thing: T) => Promise<{ id: string }>,
): Promise<Record<Name, string>> {
  const ids: [string, string][] = [];
  for (const [name, thing] of Object.entries<T>(things)) ids.push([name, (await add(thing)).id]);
  return Object.fromEntries(ids) as Record<Name, string>;
}
