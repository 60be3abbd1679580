import type { Insertable } from "kysely";
import type { UpdateReport } from "#contract/agent-release.ts";
import type { Db, Schema } from "./schema.ts";
import { CHANGES_KEPT } from "./versions.ts";

/** More changes are not told one by one: the list is read anew. */
const CHANGES_TOLD = 1_000;

/** The rows of one agent connection; `endpoints` holds those of its tunnels that are public. */
export type SessionRows = {
  session: Insertable<Schema["sessions"]>;
  tunnels: Insertable<Schema["tunnels"]>[];
  endpoints: Insertable<Schema["endpoints"]>[];
};

/** Who serves a hostport now, `at` another one where both are of TCP, which goes by port: an agent's tunnel, with its session's process and predecessor, or an edge. */
export type HostportHolder = {
  hostport: string;
  at: string;
  tunnel_id: string | null;
  session_id: string | null;
  node_id: string | null;
  succeeds: string | null;
  edge_id: string | null;
};

/** The credential an authtoken's hash belongs to, with its rules parsed. */
export async function credentialByHash(db: Db, hash: string): Promise<{ id: string; acl: string[] } | null> {
  const row = await db
    .selectFrom("credentials")
    .select(["id", "acl"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row ? { id: row.id, acl: JSON.parse(row.acl) as string[] } : null;
}

export async function hostportHolders(db: Db, hostports: readonly string[]): Promise<HostportHolder[]> {
  if (hostports.length === 0) return [];
  const ports = new Set(hostports.map(portOf).filter((port) => port !== NAMES_PORT));
  const rows = await db
    .selectFrom("endpoints")
    .leftJoin("tunnels", "tunnels.id", "endpoints.tunnel_id")
    .leftJoin("sessions", "sessions.id", "tunnels.session_id")
    .select(["endpoints.hostport as at", "endpoints.tunnel_id", "tunnels.session_id", "endpoints.edge_id"])
    .select(["sessions.node_id", "sessions.succeeds"])
    .where((eb) =>
      eb.or([
        eb("endpoints.hostport", "in", hostports),
        ...[...ports].map((port) => eb("endpoints.hostport", "like", `%${port}`)),
      ]),
    )
    .orderBy("endpoints.id")
    .execute();
  return hostports.flatMap((hostport) =>
    rows.flatMap((row) => {
      const same =
        row.at === hostport || (ports.has(portOf(hostport)) && portOf(row.at) === portOf(hostport));
      return same ? [{ ...row, hostport }] : [];
    }),
  );
}

/** The tunnels that are online, with the agents by which they are known again. */
export const tunnelsOfAgents = (db: Db) =>
  db
    .selectFrom("tunnels")
    .innerJoin("sessions", "sessions.id", "tunnels.session_id")
    .select(["tunnels.id", "public_url", "labels", "forwards_to", "endpoint_id"])
    .select(["credential_id", "ip", "os", "sessions.metadata as agent_metadata"]);

/** Those at the URLs or of the labels of these, which are gone, that forward to the same. */
export const likeGoneTunnels = (db: Db, gone: readonly string[]) =>
  tunnelsOfAgents(db)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("ended_tunnels as gone")
          .select("gone.id")
          .where("gone.id", "in", gone)
          .whereRef("gone.forwards_to", "=", "tunnels.forwards_to")
          .where((is) =>
            is.or([
              is("gone.public_url", "=", is.ref("tunnels.public_url")),
              is("gone.labels", "=", is.ref("tunnels.labels")),
            ]),
          ),
      ),
    )
    .execute();

/** At this port names count, at the others of TCP they do not. */
const NAMES_PORT = ":443";
const portOf = (hostport: string): string => hostport.slice(hostport.lastIndexOf(":"));

/** Puts a session online. Call it in the transaction that checked its credential and hostports. */
export async function insertSession(db: Db, { session, tunnels, endpoints }: SessionRows): Promise<void> {
  await db.insertInto("sessions").values(session).execute();
  if (tunnels.length > 0) await db.insertInto("tunnels").values(tunnels).execute();
  if (endpoints.length > 0) await db.insertInto("endpoints").values(endpoints).execute();
}

/** Keeps how far an update of a session's agent got: it takes updates. */
export async function noteUpdate(db: Db, id: string, report: UpdateReport): Promise<void> {
  const said = { agent_update: JSON.stringify(report), update_refused_at: null };
  await db.updateTable("sessions").set(said).where("id", "=", id).execute();
}

/** Keeps when a session's agent refused an update since its updates are off; null = it takes them again. */
export async function noteUpdatesOff(db: Db, id: string, update_refused_at: string | null): Promise<void> {
  await db.updateTable("sessions").set({ update_refused_at }).where("id", "=", id).execute();
}

/** So many at most are answered at once. */
const UPDATES_MAX = 1_000;

type UnderWay = Pick<UpdateReport, "version"> & { state: "updating" | "updated" };

/** What online agents say of updates: that they install one or that it awaits their restart, and when they refused one since updates are off. */
export type UpdatesTold = {
  underWay: { id: string; report: UnderWay }[];
  refused: { id: string; refused_at: string }[];
};

export async function updatesTold(db: Db): Promise<UpdatesTold> {
  // Kept as JSON whose first field is the state.
  const UNDER_WAY = '{"state":"updat';
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "agent_update", "update_refused_at"])
    .where((is) =>
      is.or([is("agent_update", "like", `${UNDER_WAY}%`), is("update_refused_at", "is not", null)]),
    )
    .orderBy("id", "desc")
    .limit(UPDATES_MAX)
    .execute();
  return {
    underWay: rows.flatMap(({ id, agent_update: said }) =>
      said?.startsWith(UNDER_WAY) ? { id, report: JSON.parse(said) as UnderWay } : [],
    ),
    refused: rows.flatMap(({ id, update_refused_at: at }) => (at === null ? [] : { id, refused_at: at })),
  };
}

/** The service process that holds the session's socket. */
export async function nodeOfSession(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("sessions").select("node_id").where("id", "=", id).executeTakeFirst();
  return row?.node_id;
}

/** The ids of the sessions that are online through a process. */
export async function sessionIdsOfNode(db: Db, nodeId: string): Promise<Set<string>> {
  const rows = await db.selectFrom("sessions").select("id").where("node_id", "=", nodeId).execute();
  return new Set(rows.map(({ id }) => id));
}

/** What changed: the sessions as they are now, newest first, and the ids of those that are gone. */
export type SessionChanges = { version: number; rows: Schema["sessions"][]; removed: string[] };

/** What changed since a version of the sessions; null where that is not known, or too much. */
export async function sessionsSince(db: Db, since: number): Promise<SessionChanges | null> {
  const { value: version } = await db
    .selectFrom("versions")
    .select("value")
    .where("name", "=", "sessions")
    .executeTakeFirstOrThrow();
  const changes = await changedSince(db, since, version);
  return changes && { version, ...changes };
}

/** {@link sessionsSince} for who knows the version, read before this. */
export async function changedSince(
  db: Db,
  since: number,
  version: number,
): Promise<Omit<SessionChanges, "version"> | null> {
  if (since > version || since < version - CHANGES_KEPT) return null;
  const changed = await db
    .selectFrom("session_changes")
    .leftJoin("sessions", "sessions.id", "session_changes.id")
    .selectAll("sessions")
    .select("session_changes.id as changed_id")
    .where("session_changes.version", ">", since)
    .orderBy("session_changes.id", "desc")
    .limit(CHANGES_TOLD + 1)
    .execute();
  if (changed.length > CHANGES_TOLD) return null;
  const rows: Schema["sessions"][] = [];
  const removed: string[] = [];
  for (const { changed_id, ...row } of changed)
    if (row.id === null) removed.push(changed_id);
    else rows.push(row as Schema["sessions"]);
  return { rows, removed };
}
