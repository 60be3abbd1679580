import type { Kysely, Migration } from "kysely";

const TEXTS = ["description", "metadata", "created_at"] as const;

async function accounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("admin", "integer", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  for (const table of ["api_keys", "credentials"]) {
    let create = db.schema
      .createTable(table)
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("hash", "text", (c) => c.notNull().unique())
      .addColumn("owner_id", "text", (c) => c.notNull().references("users.id"));
    for (const name of TEXTS) create = create.addColumn(name, "text", (c) => c.notNull());
    if (table === "credentials") create = create.addColumn("acl", "text", (c) => c.notNull());
    await create.execute();
  }
}

async function online(db: Kysely<unknown>): Promise<void> {
  let sessions = db.schema
    .createTable("sessions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("credential_id", "text", (c) => c.notNull().references("credentials.id").onDelete("cascade"));
  const texts = [
    "agent_version",
    "ip",
    "metadata",
    "os",
    "region",
    "started_at",
    "transport",
    "capabilities",
    "node_id",
  ];
  for (const name of texts) sessions = sessions.addColumn(name, "text", (c) => c.notNull());
  await sessions.execute();
  await db.schema.createIndex("sessions_credential").on("sessions").column("credential_id").execute();
  await db.schema.createIndex("sessions_node").on("sessions").column("node_id").execute();

  await db.schema
    .createTable("tunnels")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("session_id", "text", (c) => c.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("proto", "text", (c) => c.notNull())
    .addColumn("public_url", "text")
    .addColumn("forwards_to", "text", (c) => c.notNull())
    .addColumn("metadata", "text", (c) => c.notNull())
    .addColumn("labels", "text")
    .addColumn("region", "text", (c) => c.notNull())
    .addColumn("started_at", "text", (c) => c.notNull())
    .addColumn("endpoint_id", "text")
    .execute();
  await db.schema.createIndex("tunnels_session").on("tunnels").column("session_id").execute();
}

async function edges(db: Kysely<unknown>): Promise<void> {
  let edge = db.schema.createTable("https_edges").addColumn("id", "text", (c) => c.primaryKey());
  for (const name of [...TEXTS, "hostports"]) edge = edge.addColumn(name, "text", (c) => c.notNull());
  await edge.execute();

  let route = db.schema
    .createTable("routes")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("edge_id", "text", (c) => c.notNull().references("https_edges.id").onDelete("cascade"));
  for (const name of ["match_type", "match", ...TEXTS])
    route = route.addColumn(name, "text", (c) => c.notNull());
  await route.execute();
  await db.schema
    .createIndex("routes_edge_match")
    .unique()
    .on("routes")
    .columns(["edge_id", "match"])
    .execute();

  await db.schema
    .createTable("modules")
    .addColumn("owner_id", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("modules_owner_kind", ["owner_id", "kind"])
    .execute();
}

async function endpoints(db: Kysely<unknown>): Promise<void> {
  let create = db.schema.createTable("endpoints").addColumn("id", "text", (c) => c.primaryKey());
  const texts = ["type", "proto", "public_url", "region", "metadata", "created_at", "updated_at"];
  for (const name of texts) create = create.addColumn(name, "text", (c) => c.notNull());
  await create
    .addColumn("hostport", "text", (c) => c.notNull().unique())
    .addColumn("tunnel_id", "text", (c) => c.references("tunnels.id").onDelete("cascade"))
    .addColumn("edge_id", "text", (c) => c.references("https_edges.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("endpoints_tunnel").on("endpoints").column("tunnel_id").execute();
  await db.schema.createIndex("endpoints_edge").on("endpoints").column("edge_id").execute();
}

async function events(db: Kysely<unknown>): Promise<void> {
  let create = db.schema.createTable("events").addColumn("id", "text", (c) => c.primaryKey());
  for (const name of ["type", "timestamp", "principal", "object", "object_id"]) {
    create = create.addColumn(name, "text", (c) => c.notNull());
  }
  await create.execute();
  await db.schema.createIndex("events_object").on("events").column("object_id").execute();
}

/** All tables of schema.ts as the first release has them. */
export const firstTables: Migration = {
  async up(db: Kysely<unknown>) {
    await accounts(db);
    await online(db);
    await edges(db);
    await endpoints(db);
    await events(db);
  },
};
