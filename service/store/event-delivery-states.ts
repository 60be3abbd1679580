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

type DeliveryState = Omit<State, "destination_id"> & { due: number; failed: number };

/** How destinations do, by their ids. */
export async function readDeliveryStates(
  db: Db,
  ids: readonly string[],
): Promise<(id: string) => DeliveryState> {
  const none = { lost: 0, sent_at: null, refused_at: null, reason: null, due: 0, failed: 0 };
  if (ids.length === 0) return () => none;
  const states = await db
    .selectFrom("event_delivery_states")
    .selectAll()
    .where("destination_id", "in", ids)
    .execute();
  const counts = await db
    .selectFrom("event_deliveries")
    .select((of) => [
      "destination_id",
      of.fn.countAll<number>().as("all"),
      of.fn.count<number>("failed_at").as("failed"),
    ])
    .where("destination_id", "in", ids)
    .groupBy("destination_id")
    .execute();
  const stateOf = new Map(states.map(({ destination_id: id, ...state }) => [id, state]));
  const countOf = new Map(
    counts.map(({ destination_id: id, all, failed }) => [id, { due: all - failed, failed }]),
  );
  return (id) => ({ ...none, ...stateOf.get(id), ...countOf.get(id) });
}
