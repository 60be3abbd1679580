import { type Kysely, type Migration, PostgresAdapter, sql } from "kysely";
import { createIndex } from "./tables.ts";

/** What an update changed beside its payload, where some kinds had it until now, and the key it was done with. */
export const eventChanges: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const column of ["before", "key_id"])
      await db.schema.alterTable("events").addColumn(column, "text").execute();
    await (
      postgres
        ? sql`update events set key_id = coalesce(jsonb_path_query_first(principal::jsonb, '$.credential.id') #>> '{}', '')`
        : sql`update events set key_id = coalesce(json_extract(principal, '$.credential.id'), '')`
    ).execute(db);
    await (
      postgres
        ? sql`update events set before = nullif(object::json ->> 'before', 'null'),
            object = (object::jsonb - 'before')::text where (object::jsonb) ? 'before'`
        : sql`update events set before = json_extract(object, '$.before'),
            object = json_remove(object, '$.before') where json_type(object, '$.before') is not null`
    ).execute(db);
    await createIndex(db, "events_key", "events", ["key_id", "id"]);
  },
};
