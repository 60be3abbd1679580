import { changeState, countLost } from "./event-delivery-states.ts";
import { newId } from "./ids.ts";
import { readAgain } from "./recorded.ts";
import type { Db, Schema } from "./schema.ts";
import { timestamp } from "./time.ts";

export type Delivery = Schema["event_deliveries"];
/** The number of all traffic events: they have no order, and audit events go first. */
export const TRAFFIC_SEQ = Number.MAX_SAFE_INTEGER;
/** SQLite takes so many values in a statement. */
const ROWS_AT_ONCE = 100;

/** Where events of a type are sent, each destination once. */
export async function receiversOf(
  db: Db,
  type: string,
): Promise<Pick<Delivery, "destination_id" | "subscription_id">[]> {
  const rows = await readAgain(db, "receivers of events", [type], () =>
    db
      .selectFrom("event_sources")
      .innerJoin(
        "event_subscription_destinations as sent",
        "sent.subscription_id",
        "event_sources.subscription_id",
      )
      .select(["sent.destination_id", "sent.subscription_id"])
      .where("event_sources.type", "=", type),
  );
  return [...new Map(rows.map((row) => [row.destination_id, row])).values()];
}

export async function insertDeliveries(
  db: Db,
  rows: readonly Pick<
    Delivery,
    "destination_id" | "subscription_id" | "event_id" | "seq" | "object_id" | "type" | "payload"
  >[],
): Promise<void> {
  const all = rows.map((row) => ({
    ...row,
    id: newId("eventDelivery"),
    attempts: 0,
    due_at: 0,
    began_at: 0,
    reason: null,
    failed_at: null,
  }));
  for (let i = 0; i < all.length; i += ROWS_AT_ONCE)
    await db
      .insertInto("event_deliveries")
      .values(all.slice(i, i + ROWS_AT_ONCE))
      .execute();
}

/** The destinations that something is to be sent to now. */
export async function dueDestinations(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom("event_destinations")
    .select("id")
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("event_deliveries as due")
          .select("due.event_id")
          .whereRef("due.destination_id", "=", "event_destinations.id")
          .where("due.failed_at", "is", null)
          .where("due.due_at", "<=", now),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether anything is still to be sent, now or later. */
export async function anyDue(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("event_deliveries")
    .select("event_id")
    .where("failed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What is to be sent to a destination next, in its order: nothing of an object of which something earlier waits. */
export async function nextDeliveries(
  db: Db,
  destinationId: string,
  now: number,
  limit: number,
): Promise<Delivery[]> {
  return db
    .selectFrom("event_deliveries as due")
    .selectAll("due")
    .where("due.destination_id", "=", destinationId)
    .where("due.failed_at", "is", null)
    .where("due.due_at", "<=", now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("event_deliveries as earlier")
            .select("earlier.event_id")
            .whereRef("earlier.destination_id", "=", "due.destination_id")
            .whereRef("earlier.object_id", "=", "due.object_id")
            .whereRef("earlier.seq", "<", "due.seq")
            .where("earlier.failed_at", "is", null)
            .where("earlier.due_at", ">", now),
        ),
      ),
    )
    .orderBy("due.seq")
    .orderBy("due.id")
    .limit(limit)
    .execute();
}

export type Retry = Pick<Delivery, "id" | "attempts" | "due_at" | "began_at" | "reason" | "failed_at">;

/** Keeps what came of a batch. Call it in a transaction. */
export async function settleDeliveries(
  trx: Db,
  destinationId: string,
  { sent, retries }: { sent: readonly string[]; retries: readonly Retry[] },
): Promise<void> {
  for (let i = 0; i < sent.length; i += ROWS_AT_ONCE)
    await trx
      .deleteFrom("event_deliveries")
      .where("id", "in", sent.slice(i, i + ROWS_AT_ONCE))
      .execute();
  for (const { id, ...columns } of retries)
    await trx.updateTable("event_deliveries").set(columns).where("id", "=", id).execute();
  const now = timestamp();
  const last = retries.at(-1);
  await changeState(trx, destinationId, {
    ...(sent.length > 0 && { sent_at: now }),
    ...(last && { refused_at: now, reason: last.reason }),
  });
  if (retries.some(({ failed_at }) => failed_at !== null)) await forgetFailedTraffic(trx, destinationId);
}

/** So many traffic events that failed are kept for a destination; audit events all are. */
const FAILED_TRAFFIC_MAX = 1_000;

async function forgetFailedTraffic(trx: Db, destinationId: string): Promise<void> {
  const failed = trx
    .selectFrom("event_deliveries")
    .where("destination_id", "=", destinationId)
    .where("seq", "=", TRAFFIC_SEQ)
    .where("failed_at", "is not", null);
  const oldest = await failed
    .select("id")
    .orderBy("id", "desc")
    .offset(FAILED_TRAFFIC_MAX)
    .limit(ROWS_AT_ONCE)
    .execute();
  if (oldest.length === 0) return;
  await trx
    .deleteFrom("event_deliveries")
    .where(
      "id",
      "in",
      oldest.map(({ id }) => id),
    )
    .execute();
  await countLost(trx, destinationId, oldest.length);
}

/** How many traffic events wait, by destination. */
export async function waitingTraffic(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("event_deliveries")
    .select((of) => ["destination_id", of.fn.countAll<number>().as("count")])
    .where("seq", "=", TRAFFIC_SEQ)
    .where("failed_at", "is", null)
    .groupBy("destination_id")
    .execute();
  return new Map(rows.map(({ destination_id, count }) => [destination_id, count]));
}

/** Those that were given up, newest first, one more than `limit`. */
export async function failedBefore(
  db: Db,
  { before, limit }: { before: string | undefined; limit: number },
  destinationId: string | undefined,
): Promise<Delivery[]> {
  let query = db.selectFrom("event_deliveries").selectAll().where("failed_at", "is not", null);
  if (before !== undefined) query = query.where("id", "<", before);
  if (destinationId !== undefined) query = query.where("destination_id", "=", destinationId);
  return query
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

/** Lets those that were given up be sent again: some, or all. Answers how many. */
export async function resendFailed(
  trx: Db,
  destinationId: string,
  ids: readonly string[] | null,
): Promise<number> {
  let count = 0;
  const parts =
    ids === null
      ? [null]
      : Array.from({ length: Math.ceil(ids.length / ROWS_AT_ONCE) }, (_, i) =>
          ids.slice(i * ROWS_AT_ONCE, (i + 1) * ROWS_AT_ONCE),
        );
  for (const part of parts) {
    let query = trx
      .updateTable("event_deliveries")
      .set({ attempts: 0, due_at: 0, began_at: 0, reason: null, failed_at: null })
      .where("destination_id", "=", destinationId)
      .where("failed_at", "is not", null);
    if (part) query = query.where("id", "in", part);
    count += Number((await query.executeTakeFirst()).numUpdatedRows);
  }
  return count;
}
