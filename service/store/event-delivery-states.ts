import type { Db, Schema } from "./schema.ts";

type State = Schema["event_delivery_states"];

/** Writes some columns of a destination’s state. */
export async function changeState(db: Db, destinationId: string, change: Partial<State>): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const none = { lost: 0, sent_at: null, refused_at: null, reason: null };
  await db
    .insertInto("event_delivery_states")
    .values({ ...none, ...change, destination_id: destinationId })
    .onConflict((oc) => oc.column("destination_id").doUpdateSet(change))
    .execute();
}

/** Counts traffic events that are not sent to a destination. */
export async function countLost(db: Db, destinationId: string, count: number): Promise<void> {
  const none = { sent_at: null, refused_at: null, reason: null };
  await db
    .insertInto("event_delivery_states")
    .values({ ...none, destination_id: destinationId, lost: count })
    .onConflict((oc) =>
      oc
        .column("destination_id")
        .doUpdateSet((eb) => ({ lost: eb("event_delivery_states.lost", "+", count) })),
    )
    .execute();
}

/** How a destination does. */
export async function readDeliveryState(
  db: Db,
  destinationId: string,
): Promise<Omit<State, "destination_id"> & { due: number; failed: number }> {
  const state = await db
    .selectFrom("event_delivery_states")
    .select(["lost", "sent_at", "refused_at", "reason"])
    .where("destination_id", "=", destinationId)
    .executeTakeFirst();
  const { all, failed } = await db
    .selectFrom("event_deliveries")
    .select((of) => [of.fn.countAll<number>().as("all"), of.fn.count<number>("failed_at").as("failed")])
    .where("destination_id", "=", destinationId)
    .executeTakeFirstOrThrow();
  const none = { lost: 0, sent_at: null, refused_at: null, reason: null };
  return { ...none, ...state, due: all - failed, failed };
}
