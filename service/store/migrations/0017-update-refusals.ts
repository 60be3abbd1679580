import type { Kysely, Migration } from "kysely";

/** When an agent refused an update since its updates are off. */
export const updateRefusals: Migration = {
  up: (db: Kysely<unknown>) =>
    db.schema.alterTable("sessions").addColumn("update_refused_at", "text").execute(),
};
