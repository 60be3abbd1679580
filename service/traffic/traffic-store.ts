import { join } from "node:path";
import { Kysely, Migrator, sql } from "kysely";
import type { Postgres } from "../store/postgres.ts";
import { openFile } from "../store/folder-fault.ts";
import { LibsqlDialect } from "../store/sqlite.ts";
import { TRAFFIC_MIGRATIONS } from "./traffic-tables.ts";
import { ON_POSTGRES, ON_SQLITE, type Words } from "./traffic-words.ts";

/** Tables of the traffic store. Ids sort by time, so ORDER BY id DESC is newest first. */
type TrafficTables = {
  /** `event` = its JSON, without captured bodies. `bytes` = of both. */
  traffic_events: { id: string; bytes: number; event: string };
  /** `capture` = JSON of the bodies that were captured. */
  traffic_captures: { id: string; capture: string };
  /**
   * What a process counted in one bucket: `step` its length and `start` its beginning in seconds, `grouped` and `subject`
   * what it is of, `counts` JSON (traffic-counts.ts).
   */
  traffic_counts: {
    node_id: string;
    step: number;
    start: number;
    grouped: string;
    subject: string;
    counts: string;
  };
};

export type StoredEvent = { id: string; event: string; capture: string | null };
export type CountsRow = TrafficTables["traffic_counts"];

/** What passed the edge, kept for a while. Losing some of it is better than holding up a request. */
export type TrafficStore = {
  db: Kysely<TrafficTables>;
  put: (events: readonly StoredEvent[]) => Promise<void>;
  /** Newest first. `event` is null of one whose JSON lacks one of the texts. */
  before: (
    before: string | undefined,
    limit: number,
    texts: readonly string[],
  ) => Promise<{ id: string; event: string | null }[]>;
  /** Those after an id, the oldest first; not all of very many. */
  idsAfter: (id: string) => Promise<string[]>;
  byIds: (ids: readonly string[]) => Promise<{ id: string; event: string }[]>;
  byId: (id: string) => Promise<StoredEvent | undefined>;
  /** Events and their bytes. */
  size: () => Promise<{ rows: number; bytes: number }>;
  /** Removes the oldest `limit`, of those older than `before` where it is given. Answers what went. */
  removeOldest: (limit: number, before?: string) => Promise<{ rows: number; bytes: number }>;
  putCounts: (rows: readonly CountsRow[]) => Promise<void>;
  /** The rows of buckets from `since` on and before `until`, in seconds; of one subject where it is given. */
  counts: (asked: {
    step: number;
    grouped: string;
    since: number;
    until: number;
    subject?: string | undefined;
  }) => Promise<CountsRow[]>;
  removeCounts: (step: number, before: number) => Promise<void>;
  close: () => Promise<void>;
};

const PRAGMAS = [
  "busy_timeout = 2000",
  // Before the first table: what retention removes goes back to the disk.
  "auto_vacuum = INCREMENTAL",
  "journal_mode = WAL",
  // A power cut may lose the last events, never the file (decisions/store/kept-events.md).
  "synchronous = NORMAL",
];

const IDS_MAX = 10_000;
/** Pages of a file that are given back to the disk after each removal. */
const PAGES_BACK = 500;

/** Opens the store: a file of its own in a data folder, or tables beside the account's in its Postgres. */
export async function openTrafficStore(where: string | Postgres): Promise<TrafficStore> {
  if (typeof where !== "string") {
    const postgres = where;
    const db = postgres.db.withTables<TrafficTables>() as unknown as Kysely<TrafficTables>;
    await postgres.alone(() => migrate(db));
    return storeOn(
      db,
      ON_POSTGRES,
      () => undefined,
      () => Promise.resolve(),
    );
  }
  const file = join(where, "traffic.db");
  const open = (...more: string[]) => {
    const connection = openFile(file);
    for (const pragma of [...PRAGMAS, ...more]) connection.pragma(pragma);
    return connection;
  };
  const writer = open();
  const db = new Kysely<TrafficTables>({
    dialect: new LibsqlDialect({ writer, openReader: () => open("query_only = on") }),
  });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  // By exec: a statement would do one page, and stay pending.
  const giveBack = (): void => {
    if (!writer.inTransaction) writer.exec(`pragma incremental_vacuum(${PAGES_BACK})`);
  };
  return storeOn(db, ON_SQLITE, giveBack, () => db.destroy());
}

async function migrate(db: Kysely<TrafficTables>): Promise<void> {
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(TRAFFIC_MIGRATIONS) },
    migrationTableName: "traffic_migration",
    migrationLockTableName: "traffic_migration_lock",
  }).migrateToLatest();
  if (error !== undefined) throw error;
}

const COUNTS = ["node_id", "step", "start", "grouped", "subject", "counts"];
const bytesOf = ({ event, capture }: StoredEvent): number =>
  Buffer.byteLength(event) + (capture === null ? 0 : Buffer.byteLength(capture));

function storeOn(
  db: Kysely<TrafficTables>,
  words: Words,
  giveBack: () => void,
  close: () => Promise<void>,
): TrafficStore {
  return {
    db,
    close,
    put: async (events) => {
      const rows = events.map((one) => ({ ...one, bytes: bytesOf(one) }));
      const captured = rows.filter(({ capture }) => capture !== null);
      // First: an event that says it has a capture has it.
      if (captured.length > 0)
        await sql`insert into traffic_captures (id, capture) ${words.rows(["id", "capture"], [], captured)}`.execute(
          db,
        );
      await sql`insert into traffic_events (id, bytes, event) ${words.rows(["id", "bytes", "event"], ["bytes"], rows)}`.execute(
        db,
      );
    },
    before: async (before, limit, texts) => {
      const has = texts.map((text) => words.has(JSON.stringify(text)));
      const event =
        has.length === 0
          ? sql<string | null>`event`
          : sql<string | null>`case when ${sql.join(has, sql` and `)} then event end`;
      let query = db.selectFrom("traffic_events").select(["id", event.as("event")]);
      if (before !== undefined) query = query.where("id", "<", before);
      return query.orderBy("id", "desc").limit(limit).execute();
    },
    idsAfter: async (id) => {
      const after = db.selectFrom("traffic_events").select("id").where("id", ">", id);
      return (await after.orderBy("id").limit(IDS_MAX).execute()).map((row) => row.id);
    },
    byIds: async (ids) =>
      ids.length === 0
        ? []
        : db
            .selectFrom("traffic_events")
            .select(["id", "event"])
            .where("id", "in", ids)
            .orderBy("id")
            .execute(),
    byId: async (id) =>
      db
        .selectFrom("traffic_events as e")
        .leftJoin("traffic_captures as c", "c.id", "e.id")
        .select(["e.id", "e.event", "c.capture"])
        .where("e.id", "=", id)
        .executeTakeFirst(),
    size: async () => {
      const { rows, bytes } = await db
        .selectFrom("traffic_events")
        .select((of) => [of.fn.countAll<number>().as("rows"), of.fn.sum<number | null>("bytes").as("bytes")])
        .executeTakeFirstOrThrow();
      return { rows, bytes: bytes ?? 0 };
    },
    removeOldest: async (limit, before) => {
      let oldest = db.selectFrom("traffic_events").select(["id", "bytes"]);
      if (before !== undefined) oldest = oldest.where("id", "<", before);
      const gone = await oldest.orderBy("id").limit(limit).execute();
      const last = gone.at(-1)?.id;
      if (last === undefined) return { rows: 0, bytes: 0 };
      await db.deleteFrom("traffic_captures").where("id", "<=", last).execute();
      await db.deleteFrom("traffic_events").where("id", "<=", last).execute();
      giveBack();
      return { rows: gone.length, bytes: gone.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    putCounts: async (rows) => {
      const all = words.rows(COUNTS, ["step", "start"], rows);
      // "where true": SQLite would else take "on" for that of a join.
      await sql`insert into traffic_counts (${sql.join(COUNTS.map((name) => sql.ref(name)))})
        select * from (${all}) as given where true
        on conflict (node_id, step, start, grouped, subject) do update set counts = excluded.counts`.execute(
        db,
      );
    },
    counts: async ({ step, grouped, since, until, subject }) => {
      let query = db.selectFrom("traffic_counts").selectAll();
      query = query.where("step", "=", step).where("grouped", "=", grouped);
      query = query.where("start", ">=", since).where("start", "<", until);
      if (subject !== undefined) query = query.where("subject", "=", subject);
      return query.execute();
    },
    removeCounts: async (step, before) => {
      await db.deleteFrom("traffic_counts").where("step", "=", step).where("start", "<", before).execute();
    },
  };
}
