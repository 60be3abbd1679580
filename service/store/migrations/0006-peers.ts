import type { Kysely, Migration } from "kysely";

/** Where the edge of a process is reached by those of the others. */
export const peers: Migration = {
  up: (db: Kysely<unknown>) => db.schema.alterTable("nodes").addColumn("peer_url", "text").execute(),
};
