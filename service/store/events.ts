import type { Selectable } from "kysely";
import type { Slice } from "./pages.ts";
import type { Db, Schema } from "./schema.ts";

export type EventRow = Selectable<Schema["events"]>;

/** What must hold for an event; `from` is included, `until` is not, both in whole seconds as stored. */
export type EventFilter = {
  type?: string | undefined;
  objectId?: string | undefined;
  principalId?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
};

/** Newest first, one more than the slice's limit. */
export async function eventsBefore(
  db: Db,
  { before, limit }: Slice,
  { type, objectId, principalId, from, until }: EventFilter,
): Promise<EventRow[]> {
  return db
    .selectFrom("events")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .$if(type !== undefined, (query) => query.where("type", "=", type ?? ""))
    .$if(objectId !== undefined, (query) => query.where("object_id", "=", objectId ?? ""))
    .$if(principalId !== undefined, (query) => query.where("principal_id", "=", principalId ?? ""))
    .$if(from !== undefined, (query) => query.where("timestamp", ">=", from ?? ""))
    .$if(until !== undefined, (query) => query.where("timestamp", "<", until ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

/** The events numbered above `after` up to `last`, in the order of their commits. */
export async function eventsAfter(db: Db, after: number, last: number, limit: number): Promise<EventRow[]> {
  return db
    .selectFrom("events")
    .selectAll()
    .where("seq", ">", after)
    .where("seq", "<=", last)
    .orderBy("seq")
    .limit(limit)
    .execute();
}

/** The number of an event; of one that was never made, that of the newest before it, or 0. */
export async function eventSeq(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom("events")
    .select("seq")
    .where("id", "<=", id)
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row?.seq ?? 0;
}
