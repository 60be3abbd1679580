import type { Kysely, Migration } from "kysely";
import { createTable } from "./tables.ts";

/** The service processes that share one Postgres, each with its lease. */
export const nodes: Migration = {
  up: (db: Kysely<unknown>) => createTable(db, "nodes", { id: "key", expires_at: "bigint" }),
};
