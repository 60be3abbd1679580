import { sql } from "kysely";
import type { Client } from "pg";
import { endingOf } from "./ended-sessions.ts";
import type { Db } from "./schema.ts";

const NOW_MS = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/** A process as the others know it. */
export type Node = { id: string; peerUrl: string | null };

/**
 * Renews a process's lease, by the database's clock. True when it had none: it is new, or others have taken it for dead
 * and its sessions off the list.
 */
export async function renewLease(client: Client, { id, peerUrl }: Node, forMs: number): Promise<boolean> {
  const { rows } = await client.query<{ is_new: boolean }>(
    `insert into nodes (id, expires_at, peer_url) values ($1, ${NOW_MS} + $2::bigint, $3)
     on conflict (id) do update set expires_at = excluded.expires_at returning xmax = 0 as is_new`,
    [id, forMs, peerUrl],
  );
  return rows[0]?.is_new ?? true;
}

/**
 * Takes the sessions of processes whose lease ran out offline, with all that hangs on them. One implicit transaction: a
 * process that renews meanwhile either keeps its row, or waits and learns that it had none.
 */
export async function sweepDeadNodes(client: Client, db: Db): Promise<void> {
  const dead = sql<boolean>`not exists (select 1 from nodes where nodes.id = sessions.node_id)`;
  const ending = endingOf(dead, "service_stopped").map((statement) => statement.compile(db).sql);
  await client.query([`delete from nodes where expires_at < ${NOW_MS}`, ...ending].join(";\n"));
}

/** The processes with a lease. */
export async function liveNodes(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>("select id from nodes");
  return new Set(rows.map(({ id }) => id));
}

/** The same, as whoever answers a request asks. */
export async function nodeIds(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom("nodes").select("id").execute();
  return new Set(rows.map(({ id }) => id));
}
