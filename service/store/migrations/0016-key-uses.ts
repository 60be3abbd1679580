import type { Kysely, Migration } from "kysely";
import { createTable } from "./tables.ts";

/** When API keys were last used. */
export const keyUses: Migration = {
  up: (db: Kysely<unknown>) =>
    createTable(db, "api_key_uses", { api_key_id: "part of api_keys.id", used_at: "text" }, [
      "api_key_uses_key",
      "api_key_id",
    ]),
};
