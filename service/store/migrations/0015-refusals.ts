import type { Kysely, Migration } from "kysely";

/** Why the service refused an agent that tried to come back. */
export const refusals: Migration = {
  up: (db: Kysely<unknown>) => db.schema.alterTable("ended_sessions").addColumn("refusal", "text").execute(),
};
