import { TRAFFIC_KINDS } from "#contract/traffic/fields.ts";
import type { Db, Schema } from "./schema.ts";

/** A kind of event, and what is sent of it: none of `fields` = all, `filter` empty = all, `sample` = share of what passes it. */
export type SourceChoice = { type: string; fields: readonly string[]; filter: string; sample: number };
type Source = SourceChoice & Pick<Schema["event_sources"], "subscription_id">;
type Sent = Pick<Schema["event_subscription_destinations"], "subscription_id" | "destination_id">;

/** The kinds of events of some subscriptions, in their order. */
export async function sourcesOf(db: Db, subscriptionIds: readonly string[]): Promise<Source[]> {
  if (subscriptionIds.length === 0) return [];
  const rows = await db
    .selectFrom("event_sources")
    .select(["subscription_id", "type", "fields", "filter", "sample"])
    .where("subscription_id", "in", subscriptionIds)
    .orderBy("n")
    .execute();
  return rows.map((row) => ({ ...row, ...choiceOf(row) }));
}

/** What is sent of a kind of event, as it is stored. */
function choiceOf({
  fields,
  filter,
  sample,
}: Pick<Schema["event_sources"], "fields" | "filter" | "sample">): Omit<SourceChoice, "type"> {
  return {
    fields: fields === null ? [] : (JSON.parse(fields) as string[]),
    filter: filter ?? "",
    sample: sample === null ? 1 : Number(sample),
  };
}

/** A source of a subscription, and one of the destinations it sends to. */
export type SourceReceiver = Source & { destination_id: string };

/** What is sent of traffic, and where. */
export async function trafficReceivers(db: Db): Promise<SourceReceiver[]> {
  const rows = await db
    .selectFrom("event_sources as source")
    .innerJoin("event_subscription_destinations as sent", "sent.subscription_id", "source.subscription_id")
    .select(["sent.destination_id", "source.subscription_id", "type", "fields", "filter", "sample"])
    .where("type", "in", Object.keys(TRAFFIC_KINDS))
    .orderBy("source.subscription_id")
    .execute();
  return rows.map((row) => ({ ...row, ...choiceOf(row) }));
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

/** Replaces the kinds of events of a subscription. */
export async function setSources(
  trx: Db,
  subscriptionId: string,
  sources: readonly SourceChoice[],
): Promise<void> {
  await trx.deleteFrom("event_sources").where("subscription_id", "=", subscriptionId).execute();
  const rows = sources.map(({ type, fields, filter, sample }, n) => ({
    subscription_id: subscriptionId,
    type,
    n,
    fields: fields.length === 0 ? null : JSON.stringify(fields),
    filter: filter === "" ? null : filter,
    sample: sample === 1 ? null : String(sample),
  }));
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
