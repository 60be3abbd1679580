import type { Kysely, Migration } from "kysely";
import { createIndex, createTable, texts } from "./tables.ts";

/** Sessions that ended, with what they served. */
export const endedSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await createTable(db, "ended_sessions", {
      id: "key",
      ...texts("credential_id", "agent_version", "ip", "metadata", "os", "region", "started_at", "transport"),
      succeeds: "text or null",
      ...texts("ended_at", "reason"),
    });
    await createIndex(db, "ended_sessions_ended", "ended_sessions", ["ended_at"]);
    await createIndex(db, "ended_sessions_agent", "ended_sessions", ["credential_id", "ip"]);
    await createTable(db, "ended_tunnels", {
      id: "key",
      session_id: "part of ended_sessions.id",
      proto: "text",
      public_url: "text or null",
      ...texts("forwards_to", "metadata"),
      labels: "text or null",
      ...texts("region", "started_at"),
      endpoint_id: "text or null",
    });
    await createIndex(db, "ended_tunnels_session", "ended_tunnels", ["session_id"]);
  },
};
