import type { Kysely, Migration } from "kysely";

/** Which session an agent had before. */
export const successors: Migration = {
  up: (db: Kysely<unknown>) => db.schema.alterTable("sessions").addColumn("succeeds", "text").execute(),
};
