import type { Kysely, Migration } from "kysely";
import { type Columns, COMMON, createIndex, createTable, texts } from "./tables.ts";

async function accounts(db: Kysely<unknown>): Promise<void> {
  await createTable(db, "users", { id: "key", name: "text", admin: "integer", created_at: "text" });
  const token: Columns = { id: "key", hash: "unique text", owner_id: "of users.id", ...COMMON };
  await createTable(db, "api_keys", token);
  await createTable(db, "credentials", { ...token, acl: "text" });
}

async function online(db: Kysely<unknown>): Promise<void> {
  await createTable(db, "sessions", {
    id: "key",
    credential_id: "part of credentials.id",
    ...texts("agent_version", "ip", "metadata", "os", "region", "started_at", "transport", "capabilities"),
    node_id: "text",
  });
  await createIndex(db, "sessions_credential", "sessions", ["credential_id"]);
  await createIndex(db, "sessions_node", "sessions", ["node_id"]);
  await createTable(db, "tunnels", {
    id: "key",
    session_id: "part of sessions.id",
    proto: "text",
    public_url: "text or null",
    ...texts("forwards_to", "metadata"),
    labels: "text or null",
    ...texts("region", "started_at"),
    endpoint_id: "text or null",
  });
  await createIndex(db, "tunnels_session", "tunnels", ["session_id"]);
}

async function edges(db: Kysely<unknown>): Promise<void> {
  await createTable(db, "https_edges", { id: "key", ...COMMON, hostports: "text" });
  await createTable(db, "routes", {
    id: "key",
    edge_id: "part of https_edges.id",
    ...texts("match_type", "match"),
    ...COMMON,
  });
  await createIndex(db, "routes_edge_match", "routes", ["edge_id", "match"], true);
  await createTable(db, "modules", texts("owner_id", "kind", "value"), [
    "modules_owner_kind",
    "owner_id",
    "kind",
  ]);
}

async function endpoints(db: Kysely<unknown>): Promise<void> {
  await createTable(db, "endpoints", {
    id: "key",
    ...texts("type", "proto", "public_url", "region", "metadata", "created_at", "updated_at"),
    hostport: "unique text",
    tunnel_id: "part of tunnels.id or null",
    edge_id: "part of https_edges.id or null",
  });
  await createIndex(db, "endpoints_tunnel", "endpoints", ["tunnel_id"]);
  await createIndex(db, "endpoints_edge", "endpoints", ["edge_id"]);
}

async function events(db: Kysely<unknown>): Promise<void> {
  await createTable(db, "events", {
    id: "key",
    ...texts("type", "timestamp", "principal", "object", "object_id"),
  });
  await createIndex(db, "events_object", "events", ["object_id"]);
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
