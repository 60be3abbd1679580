import type { Kysely, Migration } from "kysely";
import { countChanges, createTable, texts } from "./tables.ts";

/** Actions on many agents in stages, and where each agent is. */
export const rollouts: Migration = {
  async up(db: Kysely<unknown>) {
    await createTable(db, "rollouts", {
      id: "key",
      ...texts("created_at", "owner_id", "node_id", "asked", "plan", "progress", "counts"),
      ended_at: "text or null",
      revision: "integer",
    });
    await createTable(
      db,
      "rollout_agents",
      { rollout_id: "part of rollouts.id", n: "integer", ...texts("session", "progress") },
      ["rollout_agents_key", "rollout_id", "n"],
    );
    for (const table of ["rollouts", "rollout_agents"]) await countChanges(db, table);
  },
};
