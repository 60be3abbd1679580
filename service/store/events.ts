import type { Slice } from "./pages.ts";
import type { Row } from "./rows.ts";
import type { Db } from "./schema.ts";

export type EventRow = Row<"event">;

/** What must hold for an event; `from` is included, `until` is not, both in whole seconds as stored. */
export type EventFilter = Partial<
  Record<
    "type" | "objectId" | "edgeId" | "policyId" | "principalId" | "keyId" | "from" | "until",
    string | undefined
  >
> & { types?: readonly string[] | undefined };

/** Newest first, one more than the slice's limit. */
export async function eventsBefore(
  db: Db,
  { before, limit }: Slice,
  { type, types, objectId, edgeId, policyId, principalId, keyId, from, until }: EventFilter,
): Promise<EventRow[]> {
  const conditions = [
    ["id", "<", before],
    ["type", "=", type],
    ["object_id", "=", objectId],
    ["principal_id", "=", principalId],
    ["key_id", "=", keyId],
    ["type", "in", types],
    ["timestamp", ">=", from],
    ["timestamp", "<", until],
  ] as const;
  let query = db.selectFrom("events").selectAll();
  for (const [column, operator, value] of conditions) {
    if (value !== undefined) query = query.where(column, operator, value);
  }
  // Routes name their edge in what is kept of them, and rules their policy, also those that are gone.
  const owners = [
    [edgeId, `"edge_id":"${edgeId}"`],
    [policyId, `"ip_policy":{"id":"${policyId}"`],
  ] as const;
  for (const [id, named] of owners)
    if (id !== undefined)
      query = query.where((of) => of.or([of("object_id", "=", id), of("object", "like", `%${named}%`)]));
  return query
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

/** How many events of each type sort after an id. */
export async function eventCounts(db: Db, after: string): Promise<{ type: string; count: number }[]> {
  return db
    .selectFrom("events")
    .select((of) => ["type", of.fn.countAll<number>().as("count")])
    .where("id", ">=", after)
    .groupBy("type")
    .execute();
}

/** Deletes the oldest events that sort before an id, at most `most`, and answers how many these were. */
export async function deleteEventsBefore(db: Db, before: string, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("events")
    .where("id", "in", (of) =>
      of.selectFrom("events").select("id").where("id", "<", before).orderBy("id").limit(most),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
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
