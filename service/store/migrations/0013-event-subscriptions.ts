import type { Kysely, Migration } from "kysely";
import { COMMON, countChanges, createIndex, createTable, texts } from "./tables.ts";

/** Where events are sent, which, and what is still to be sent. */
export const eventSubscriptions: Migration = {
  async up(db: Kysely<unknown>) {
    await createTable(db, "event_destinations", { id: "key", ...COMMON, ...texts("format", "target") });
    await createTable(db, "event_subscriptions", { id: "key", ...COMMON });
    await createTable(
      db,
      "event_sources",
      {
        subscription_id: "part of event_subscriptions.id",
        type: "text",
        n: "integer",
        fields: "text or null",
        filter: "text or null",
        sample: "text or null",
      },
      ["event_sources_key", "subscription_id", "type"],
    );
    await createIndex(db, "event_sources_type", "event_sources", ["type"]);
    await createTable(
      db,
      "event_subscription_destinations",
      {
        subscription_id: "part of event_subscriptions.id",
        destination_id: "of event_destinations.id",
        n: "integer",
      },
      ["event_subscription_destinations_key", "subscription_id", "destination_id"],
    );
    for (const table of [
      "event_destinations",
      "event_subscriptions",
      "event_sources",
      "event_subscription_destinations",
    ])
      await countChanges(db, table);
    await createTable(db, "event_deliveries", {
      id: "key",
      destination_id: "part of event_destinations.id",
      subscription_id: "text",
      event_id: "text",
      seq: "bigint",
      object_id: "text",
      type: "text",
      payload: "text",
      attempts: "integer",
      due_at: "bigint",
      began_at: "bigint",
      reason: "text or null",
      failed_at: "text or null",
    });
    await createIndex(db, "event_deliveries_order", "event_deliveries", ["destination_id", "seq", "id"]);
    await createIndex(db, "event_deliveries_object", "event_deliveries", [
      "destination_id",
      "object_id",
      "seq",
    ]);
    await createTable(
      db,
      "event_delivery_states",
      {
        destination_id: "part of event_destinations.id",
        lost: "bigint",
        sent_at: "text or null",
        refused_at: "text or null",
        reason: "text or null",
      },
      ["event_delivery_states_key", "destination_id"],
    );
    await createTable(db, "leases", { name: "key", node_id: "text" });
  },
};
