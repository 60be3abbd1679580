import { type Kysely, type Migration, sql } from "kysely";

const TEXTS = ["description", "metadata", "created_at"] as const;

async function edgeTables(db: Kysely<unknown>): Promise<void> {
  for (const [table, field] of [
    ["tls_edges", "hostports"],
    ["tcp_edges", "hostports"],
    ["backends", "labels"],
  ] as const) {
    let create = db.schema.createTable(table).addColumn("id", "text", (c) => c.primaryKey());
    for (const name of [...TEXTS, field]) create = create.addColumn(name, "text", (c) => c.notNull());
    await create.execute();
  }
}

/** Edges of every kind have endpoints, so `edge_id` can refer to no one table any more. SQLite can't drop a constraint. */
async function endpoints(db: Kysely<unknown>): Promise<void> {
  const texts = ["type", "proto", "public_url", "region", "metadata", "created_at", "updated_at"];
  let create = db.schema.createTable("new_endpoints").addColumn("id", "text", (c) => c.primaryKey());
  for (const name of texts) create = create.addColumn(name, "text", (c) => c.notNull());
  await create
    .addColumn("hostport", "text", (c) => c.notNull().unique())
    .addColumn("tunnel_id", "text", (c) => c.references("tunnels.id").onDelete("cascade"))
    .addColumn("edge_id", "text")
    .execute();
  const columns = sql.join(["id", ...texts, "hostport", "tunnel_id", "edge_id"].map((name) => sql.ref(name)));
  await sql`insert into new_endpoints (${columns}) select ${columns} from endpoints`.execute(db);
  await db.schema.dropTable("endpoints").execute();
  await db.schema.alterTable("new_endpoints").renameTo("endpoints").execute();
  await db.schema.createIndex("endpoints_tunnel").on("endpoints").column("tunnel_id").execute();
  await db.schema.createIndex("endpoints_edge").on("endpoints").column("edge_id").execute();
}

async function modules(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("modules").addColumn("made", "text").execute();
  await db.schema
    .createTable("module_refs")
    .addColumn("owner_id", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("ref_id", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("module_refs_key", ["owner_id", "kind", "ref_id"])
    .execute();
  await db.schema.createIndex("module_refs_ref").on("module_refs").column("ref_id").execute();
  await db.schema
    .createTable("signing_keys")
    .addColumn("purpose", "text", (c) => c.primaryKey())
    .addColumn("private_key_pem", "text", (c) => c.notNull())
    .addColumn("certificate_pem", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
}

/** TLS and TCP edges, backends, and what modules refer to. */
export const edges: Migration = {
  async up(db: Kysely<unknown>) {
    await edgeTables(db);
    await endpoints(db);
    await modules(db);
  },
};
