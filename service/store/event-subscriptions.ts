import type { Db, Schema } from "./schema.ts";

type Source = Pick<Schema["event_sources"], "subscription_id" | "type">;
type Sent = Pick<Schema["event_subscription_destinations"], "subscription_id" | "destination_id">;

/** The kinds of events of some subscriptions, in their order. */
export async function sourcesOf(db: Db, subscriptionIds: readonly string[]): Promise<Source[]> {
  if (subscriptionIds.length === 0) return [];
  return db
    .selectFrom("event_sources")
    .select(["subscription_id", "type"])
    .where("subscription_id", "in", subscriptionIds)
    .orderBy("n")
    .execute();
}

/** The destinations of some subscriptions, in their order. */
export async function destinationsOf(db: Db, subscriptionIds: readonly string[]): Promise<Sent[]> {
  if (subscriptionIds.length === 0) return [];
  return db
    .selectFrom("event_subscription_destinations")
    .select(["subscription_id", "destination_id"])
    .where("subscription_id", "in", subscriptionIds)
    .orderBy("n")
    .execute();
}

/** The subscriptions that send to a destination. */
export async function subscriptionsTo(db: Db, destinationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("event_subscription_destinations")
    .select("subscription_id")
    .where("destination_id", "=", destinationId)
    .orderBy("subscription_id")
    .execute();
  return rows.map(({ subscription_id }) => subscription_id);
}

/** Replaces the kinds of events of a subscription; those that stay are as they were but for their place. */
export async function setSources(trx: Db, subscriptionId: string, types: readonly string[]): Promise<void> {
  const before = await trx
    .selectFrom("event_sources")
    .selectAll()
    .where("subscription_id", "=", subscriptionId)
    .execute();
  await trx.deleteFrom("event_sources").where("subscription_id", "=", subscriptionId).execute();
  const none = { subscription_id: subscriptionId, fields: null, filter: null, sample: null };
  const rows = types.map((type, n) => ({ ...none, ...before.find((one) => one.type === type), type, n }));
  if (rows.length > 0) await trx.insertInto("event_sources").values(rows).execute();
}

/** Replaces the destinations of a subscription. */
export async function setDestinations(
  trx: Db,
  subscriptionId: string,
  destinationIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom("event_subscription_destinations")
    .where("subscription_id", "=", subscriptionId)
    .execute();
  const rows = destinationIds.map((destination_id, n) => ({
    subscription_id: subscriptionId,
    destination_id,
    n,
  }));
  if (rows.length > 0) await trx.insertInto("event_subscription_destinations").values(rows).execute();
}
