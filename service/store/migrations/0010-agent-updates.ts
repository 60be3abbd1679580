import type { Kysely, Migration } from "kysely";

/** What came of the last update of an agent. */
export const agentUpdates: Migration = {
  up: (db: Kysely<unknown>) => db.schema.alterTable("sessions").addColumn("agent_update", "text").execute(),
};
