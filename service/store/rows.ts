import type { IdKind } from "#contract/common.ts";
import { readAgain } from "./recorded.ts";
import type { Slice } from "./pages.ts";
import type { Common, Db, Schema } from "./schema.ts";

/** Where the rows of each kind of id are. Ids sort by time, so `ORDER BY id DESC` is newest first. */
const TABLES = {
  user: "users",
  apiKey: "api_keys",
  credential: "credentials",
  session: "sessions",
  tunnel: "tunnels",
  endpoint: "endpoints",
  httpsEdge: "https_edges",
  tlsEdge: "tls_edges",
  tcpEdge: "tcp_edges",
  route: "routes",
  tunnelGroupBackend: "backends",
  ipPolicy: "ip_policies",
  ipPolicyRule: "ip_policy_rules",
  certificateAuthority: "certificate_authorities",
  event: "events",
  eventDestination: "event_destinations",
  eventSubscription: "event_subscriptions",
  trafficCapture: "captures",
  rollout: "rollouts",
} as const satisfies Partial<Record<IdKind, keyof Schema>>;

/** The kinds of things that are stored. */
export type RowKind = keyof typeof TABLES;
export type Row<K extends RowKind> = Schema[(typeof TABLES)[K]];

/** The kinds of what is written as a resource. */
export type ResourceKind = { [K in RowKind]: Row<K> extends Common ? K : never }[RowKind];
/** A kind's columns beside the common ones. */
export type OwnColumns<K extends ResourceKind> = Omit<Row<K>, keyof Common>;

/** Only columns that every table asked for has are named below, so the queries are typed as those of one of them. */
const tableOf = (kind: RowKind) => TABLES[kind] as "ip_policies";

export async function rowById<K extends RowKind>(db: Db, kind: K, id: string): Promise<Row<K> | undefined> {
  const [row] = await readAgain(db, kind, [id], () =>
    db.selectFrom(tableOf(kind)).selectAll().where("id", "=", id),
  );
  return row as Row<K> | undefined;
}

/** Newest first, one more than the slice's limit. */
export async function rowsBefore<K extends RowKind>(
  db: Db,
  kind: K,
  { before, limit }: Slice,
): Promise<Row<K>[]> {
  const [name, parameters] =
    before === undefined ? [`${kind} page`, [limit + 1]] : [`${kind} page before`, [before, limit + 1]];
  const rows = await readAgain(db, name, parameters, () =>
    db
      .selectFrom(tableOf(kind))
      .selectAll()
      .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
      .orderBy("id", "desc")
      .limit(limit + 1),
  );
  return rows as Row<K>[];
}

/** Those of some ids that exist. */
export async function existingIds(db: Db, kind: RowKind, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom(tableOf(kind)).select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

export async function insertRows<K extends RowKind>(db: Db, kind: K, ...rows: Row<K>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto(tableOf(kind))
    .values(rows as Row<"ipPolicy">[])
    .execute();
}

/** Writes some columns of a row. */
export async function updateRow<K extends RowKind>(
  db: Db,
  kind: K,
  id: string,
  columns: Partial<Row<K>>,
): Promise<void> {
  await db
    .updateTable(tableOf(kind))
    .set(columns as Partial<Row<"ipPolicy">>)
    .where("id", "=", id)
    .execute();
}

/** What hangs on the row by a foreign key goes with it: the rules of a policy, the sessions of a credential. */
export async function deleteRow(db: Db, kind: RowKind, id: string): Promise<void> {
  await db.deleteFrom(tableOf(kind)).where("id", "=", id).execute();
}

type LockableKind = { [K in RowKind]: Row<K> extends { metadata: string } ? K : never }[RowKind];

async function lock(trx: Db, kind: LockableKind, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable(tableOf(kind))
    .set((eb) => ({ metadata: eb.ref("metadata") }))
    .where("id", "in", ids)
    .execute();
}

/**
 * Those of some ids that exist. They stay as they are until the transaction ends: whoever names a row and whoever changes
 * or deletes it takes the same lock first, so that one waits for the other.
 */
export async function lockIds(trx: Db, kind: LockableKind, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length > 0) await lock(trx, kind, ids);
  return existingIds(trx, kind, ids);
}

/** The row, locked as `lockIds` does. */
export async function lockedRow<K extends LockableKind>(
  trx: Db,
  kind: K,
  id: string,
): Promise<Row<K> | undefined> {
  await lock(trx, kind, [id]);
  return rowById(trx, kind, id);
}
