import { type Kysely, type Migration, sql } from "kysely";
import { newId } from "../ids.ts";
import { timestamp } from "../time.ts";

const COMMON = ["description", "metadata", "created_at"] as const;

async function create(db: Kysely<unknown>, table: string, texts: readonly string[]): Promise<void> {
  let builder = db.schema.createTable(table).addColumn("id", "text", (c) => c.primaryKey());
  for (const name of [...COMMON, ...texts]) builder = builder.addColumn(name, "text", (c) => c.notNull());
  await builder.execute();
}

async function policies(db: Kysely<unknown>): Promise<void> {
  await create(db, "ip_policies", []);
  let rules = db.schema
    .createTable("ip_policy_rules")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("ip_policy_id", "text", (c) => c.notNull().references("ip_policies.id").onDelete("cascade"));
  for (const name of [...COMMON, "cidr", "action"]) rules = rules.addColumn(name, "text", (c) => c.notNull());
  await rules.execute();
  await db.schema
    .createIndex("ip_policy_rules_cidr")
    .unique()
    .on("ip_policy_rules")
    .columns(["ip_policy_id", "cidr"])
    .execute();
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
  await db.schema.createIndex("events_seq").unique().on("events").column("seq").execute();
  await db.schema.createIndex("events_type").on("events").columns(["type", "id"]).execute();
  await db.schema
    .createTable("account")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("event_seq", "integer", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await sql`insert into account (id, event_seq, created_at)
    select ${newId("account")}, coalesce(max(seq), 0), ${timestamp()} from events`.execute(db);
  await db.schema.alterTable("events").addColumn("principal_id", "text").execute();
  const { rows } = await sql<{ id: string; principal: string }>`select id, principal from events`.execute(db);
  for (const { id, principal } of rows) {
    const { id: by } = JSON.parse(principal) as { id: string };
    await sql`update events set principal_id = ${by} where id = ${id}`.execute(db);
  }
  await db.schema.createIndex("events_principal").on("events").columns(["principal_id", "id"]).execute();
}

/** IP policies, certificate authorities, the order of events, the account's id. */
export const management: Migration = {
  async up(db: Kysely<unknown>) {
    await policies(db);
    await create(db, "certificate_authorities", [
      "ca_pem",
      "subject_common_name",
      "not_before",
      "not_after",
      "key_usages",
      "extended_key_usages",
    ]);
    await events(db);
  },
};
