import { type Kysely, type Migration, sql } from "kysely";
import { newId } from "../ids.ts";
import { timestamp } from "../time.ts";
import { COMMON, createIndex, createTable, texts } from "./tables.ts";

async function policies(db: Kysely<unknown>): Promise<void> {
  await createTable(db, "ip_policies", { id: "key", ...COMMON });
  await createTable(db, "ip_policy_rules", {
    id: "key",
    ip_policy_id: "part of ip_policies.id",
    ...COMMON,
    ...texts("cidr", "action"),
  });
  await createIndex(db, "ip_policy_rules_cidr", "ip_policy_rules", ["ip_policy_id", "cidr"], true);
}

async function authorities(db: Kysely<unknown>): Promise<void> {
  await createTable(db, "certificate_authorities", {
    id: "key",
    ...COMMON,
    ...texts("ca_pem", "subject_common_name", "not_before", "not_after", "key_usages", "extended_key_usages"),
  });
}

/**
 * `event_seq` is raised in the transaction of each event: its row lock makes the numbers rise in the order of commits,
 * whichever process commits, so that a reader who goes by them misses nothing.
 */
async function events(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("events").addColumn("seq", "integer").execute();
  await sql`update events set seq = numbered.n
    from (select id, row_number() over (order by id) as n from events) as numbered
    where numbered.id = events.id`.execute(db);
  await createIndex(db, "events_seq", "events", ["seq"], true);
  await createIndex(db, "events_type", "events", ["type", "id"]);
  await createTable(db, "account", { id: "key", event_seq: "integer", created_at: "text" });
  await sql`insert into account (id, event_seq, created_at)
    select ${newId("account")}, coalesce(max(seq), 0), ${timestamp()} from events`.execute(db);
  await db.schema.alterTable("events").addColumn("principal_id", "text").execute();
  const { rows } = await sql<{ id: string; principal: string }>`select id, principal from events`.execute(db);
  for (const { id, principal } of rows) {
    const { id: by } = JSON.parse(principal) as { id: string };
    await sql`update events set principal_id = ${by} where id = ${id}`.execute(db);
  }
  await createIndex(db, "events_principal", "events", ["principal_id", "id"]);
}

/** IP policies, certificate authorities, the order of events, the account's id. */
export const management: Migration = {
  async up(db: Kysely<unknown>) {
    await policies(db);
    await authorities(db);
    await events(db);
  },
};
