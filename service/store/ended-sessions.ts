import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { EndReason } from "#contract/ended-session.ts";
import type { Db, Schema } from "./schema.ts";

/** So many that ended are kept; the console and its users look at the last ones. */
const KEPT = 1_000;
const KEPT_MS = 86_400_000;

const SESSION = [
  "id",
  "credential_id",
  "agent_version",
  "ip",
  "metadata",
  "os",
  "region",
  "started_at",
  "transport",
  "succeeds",
] as const;
const TUNNEL = [
  "id",
  "session_id",
  "proto",
  "public_url",
  "forwards_to",
  "metadata",
  "labels",
  "region",
  "started_at",
  "endpoint_id",
] as const;

/** Which sessions, as the condition of a statement. */
type Which = RawBuilder<SqlBool>;

/** Takes sessions offline in these statements, in one transaction, and notes how they ended. Their tunnels and endpoints go with them. */
export function endingOf(which: Which, reason: EndReason): RawBuilder<unknown>[] {
  const session = sql.raw(SESSION.join(", "));
  const tunnel = sql.raw(TUNNEL.join(", "));
  const now = new Date().toISOString();
  return [
    sql`insert into ended_sessions (${session}, ended_at, reason)
      select ${session}, ${sql.lit(now)}, ${sql.lit(reason)} from sessions
      where ${which} order by id desc limit ${sql.lit(KEPT)} on conflict (id) do nothing`,
    sql`insert into ended_tunnels (${tunnel})
      select ${tunnel} from tunnels where session_id in (select id from sessions where ${which})
      and session_id in (select id from ended_sessions) on conflict (id) do nothing`,
    sql`delete from sessions where ${which}`,
    sql`delete from ended_sessions where ended_at <
      (select ended_at from ended_sessions order by ended_at desc limit 1 offset ${sql.lit(KEPT - 1)})`,
  ];
}

/** Takes sessions offline. Ids that are not known are fine. */
export async function endSessions(db: Db, which: Which, reason: EndReason): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((trx) => endSessions(trx, which, reason));
  for (const statement of endingOf(which, reason)) await statement.execute(db);
}

const idIn = (ids: readonly string[]): Which => sql`id in (${sql.join(ids)})`;

/** Takes these sessions offline; ids that are not known are fine. */
export const endSessionsOf = (db: Db, ids: readonly string[], reason: EndReason): Promise<void> =>
  endSessions(db, idIn(ids), reason);

/** Takes the sessions of a process that is closing offline, and gives its lease back. */
export async function endSessionsOfNode(db: Db, nodeId: string): Promise<void> {
  await endSessions(db, sql`node_id = ${nodeId}`, "service_stopped");
  await db.deleteFrom("nodes").where("id", "=", nodeId).execute();
}

/** Takes every session offline: those of a process that is gone, where there is only one process. */
export const endAllSessions = (db: Db): Promise<void> => endSessions(db, sql`true`, "service_stopped");

export type EndedRow = Schema["ended_sessions"];

/** What tells one agent from another. */
export type Agent = Pick<EndedRow, "credential_id" | "ip" | "os" | "metadata">;
/** A session that may have come after an ended one. */
export type Later = Agent & Pick<EndedRow, "id" | "started_at" | "succeeds">;

/** Notes why an agent was refused, with the sessions that it had last. */
export async function noteRefusal(db: Db, ids: readonly string[], refusal: string): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("ended_sessions")
    .set({ refusal })
    .where("id", "in", ids)
    .where((eb) => eb.or([eb("refusal", "is", null), eb("refusal", "!=", refusal)]))
    .execute();
}

/** The sessions that ended within the last day, those of one agent and its likes or all, the latest first. */
export async function endedRows(db: Db, like: Partial<Agent> = {}): Promise<EndedRow[]> {
  return db
    .selectFrom("ended_sessions")
    .selectAll()
    .where((eb) => eb.and(like))
    .where("ended_at", ">", new Date(Date.now() - KEPT_MS).toISOString())
    .orderBy("ended_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** The HTTP addresses of agents that left within the last day, the latest first. */
export const endedEndpoints = (db: Db, most: number) =>
  db
    .selectFrom("ended_tunnels")
    .innerJoin("ended_sessions", "ended_sessions.id", "ended_tunnels.session_id")
    .select(["endpoint_id", "proto", "public_url"])
    .where("proto", "in", ["http", "https"])
    .where("endpoint_id", "is not", null)
    .where("ended_at", ">", new Date(Date.now() - KEPT_MS).toISOString())
    .orderBy("ended_at", "desc")
    .orderBy("ended_tunnels.id", "desc")
    .limit(most)
    .execute();

/** The online sessions of agents that had one of those that ended, as they can prove or as they look. */
export async function onlineLike(db: Db, like: Partial<Agent> = {}): Promise<Later[]> {
  return db
    .selectFrom("sessions")
    .select(["id", "started_at", "succeeds", "credential_id", "ip", "os", "metadata"])
    .where((eb) => eb.and(like))
    .where((eb) =>
      eb.or([
        eb("sessions.succeeds", "in", eb.selectFrom("ended_sessions").select("id")),
        eb(
          eb.refTuple("ip", "os", "metadata"),
          "in",
          eb
            .selectFrom("ended_sessions as e")
            .select(["e.ip", "e.os", "e.metadata"])
            .$asTuple("ip", "os", "metadata"),
        ),
      ]),
    )
    .execute();
}

/** What these sessions served. */
export async function endedTunnels(db: Db, ids: readonly string[]): Promise<Schema["ended_tunnels"][]> {
  if (ids.length === 0) return [];
  return db.selectFrom("ended_tunnels").selectAll().where("session_id", "in", ids).orderBy("id").execute();
}
