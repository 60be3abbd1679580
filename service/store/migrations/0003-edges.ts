import { type Kysely, type Migration, sql } from "kysely";
import { type Columns, COMMON, createIndex, createTable, texts } from "./tables.ts";

async function edgeTables(db: Kysely<unknown>): Promise<void> {
  await createTable(db, "tls_edges", { id: "key", ...COMMON, hostports: "text" });
  await createTable(db, "tcp_edges", { id: "key", ...COMMON, hostports: "text" });
  await createTable(db, "backends", { id: "key", ...COMMON, labels: "text" });
}

/** Edges of every kind have endpoints, so `edge_id` can refer to no one table any more. SQLite can't drop a constraint. */
async function endpoints(db: Kysely<unknown>): Promise<void> {
  const columns: Columns = {
    id: "key",
    ...texts("type", "proto", "public_url", "region", "metadata", "created_at", "updated_at"),
    hostport: "unique text",
    tunnel_id: "part of tunnels.id or null",
    edge_id: "text or null",
  };
  await createTable(db, "new_endpoints", columns);
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  await sql`insert into new_endpoints (${names}) select ${names} from endpoints`.execute(db);
  await db.schema.dropTable("endpoints").execute();
  await db.schema.alterTable("new_endpoints").renameTo("endpoints").execute();
  await createIndex(db, "endpoints_tunnel", "endpoints", ["tunnel_id"]);
  await createIndex(db, "endpoints_edge", "endpoints", ["edge_id"]);
}

async function modules(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("modules").addColumn("made", "text").execute();
  const refs = texts("owner_id", "kind", "ref_id");
  await createTable(db, "module_refs", refs, ["module_refs_key", ...Object.keys(refs)]);
  await createIndex(db, "module_refs_ref", "module_refs", ["ref_id"]);
  const keys = texts("private_key_pem", "certificate_pem", "created_at");
  await createTable(db, "signing_keys", { purpose: "key", ...keys });
}

/** TLS and TCP edges, backends, and what modules refer to. */
export const edges: Migration = {
  async up(db: Kysely<unknown>) {
    await edgeTables(db);
    await endpoints(db);
    await modules(db);
  },
};
