import type { Kysely, Migration } from "kysely";
import { countChanges, createTable, texts } from "./tables.ts";

/** Endpoints and routes whose bodies are kept with their traffic for a while. */
export const captures: Migration = {
  async up(db: Kysely<unknown>) {
    await createTable(db, "captures", { id: "key", ...texts("target_id", "created_at", "expires_at") });
    await countChanges(db, "captures");
  },
};
