import { randomBytes } from "node:crypto";
import { type LogEvent, sql } from "kysely";
import type { Logger } from "pino";
import { databaseFault, type Fault } from "./faults.ts";
import { newId } from "./ids.ts";
import type { Db } from "./schema.ts";
import { timestamp } from "./time.ts";

/** Whether the store takes writes. */
export type WriteHealth = {
  /** Resolves when the store answers, and takes a write if its last one failed. Rejects with what is in the way. */
  check: () => Promise<void>;
  /** Since it was opened: statements, those that failed, and the time of all in seconds. */
  stats: () => { queries: number; errors: number; seconds: number; failing: boolean };
};

type Watch = { health: (db: Db) => WriteHealth; onQuery: (event: LogEvent) => void };

const TOLD: Partial<Record<Fault, string>> = {
  full: "the disk is full: writes fail until there is room",
  storage: "the disk or the database failed: writes fail",
};
const READS = /^\s*(select|with|show|pragma)\b/i;
/** More than the room that is left in pages that are already there. */
const PROBE_BYTES = 32 * 1024;

/**
 * Watches a store's queries: a write that its disk refuses, whoever sent it, counts until another one is committed. The log
 * is told of both. `onQuery` is for Kysely.
 */
export function watchWrites(log?: Pick<Logger, "error" | "info">): Watch {
  let failing = false;
  let probing: Promise<void> | null = null;
  const totals = { queries: 0, errors: 0, seconds: 0 };

  function onQuery(event: LogEvent): void {
    totals.queries += 1;
    totals.seconds += event.queryDurationMillis / 1_000;
    if (event.level === "error") {
      totals.errors += 1;
      const fault = databaseFault(event.error);
      const told = fault && TOLD[fault];
      if (failing || !told || READS.test(event.query.sql)) return;
      failing = true;
      log?.error({ err: event.error }, told);
    } else if (failing && event.query.sql === "commit") {
      failing = false;
      log?.info("writes work again");
    }
  }

  async function check(db: Db): Promise<void> {
    if (failing) await (probing ??= probe(db).finally(() => (probing = null)));
    else await sql`select 1`.execute(db);
  }

  return { health: (db) => ({ check: () => check(db), stats: () => ({ ...totals, failing }) }), onQuery };
}

/** Writes as much as a change may need and leaves nothing. */
async function probe(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const id = newId("user");
    // Postgres would compress what repeats itself.
    const name = randomBytes(PROBE_BYTES).toString("hex");
    await trx.insertInto("users").values({ id, name, admin: 0, created_at: timestamp() }).execute();
    await trx.deleteFrom("users").where("id", "=", id).execute();
  });
}
