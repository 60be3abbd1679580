import type { Kysely, Migration } from "kysely";
import { createTable } from "../store/migrations/tables.ts";

const first: Migration = {
  async up(db: Kysely<unknown>) {
    await createTable(db, "traffic_events", { id: "key", bytes: "integer", event: "text" });
    await createTable(db, "traffic_captures", { id: "key", capture: "text" });
    await createTable(
      db,
      "traffic_counts",
      {
        step: "integer",
        grouped: "text",
        start: "bigint",
        subject: "text",
        node_id: "text",
        counts: "text",
      },
      ["traffic_counts_key", "step", "grouped", "start", "subject", "node_id"],
    );
  },
};

/** Of the traffic store alone, which can be lost without the account. */
export const TRAFFIC_MIGRATIONS: Readonly<Record<string, Migration>> = { "0001-first-tables": first };
