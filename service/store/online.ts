import type { Selectable } from "kysely";
import type { Slice } from "./pages.ts";
import type { Db, Schema } from "./schema.ts";

export type SessionRow = Selectable<Schema["sessions"]>;
export type TunnelRow = Selectable<Schema["tunnels"]>;
export type EndpointRow = Selectable<Schema["endpoints"]>;

export async function sessionById(db: Db, id: string): Promise<SessionRow | undefined> {
  return db.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Newest first, one more than the slice's limit. */
export async function sessionsBefore(db: Db, { before, limit }: Slice): Promise<SessionRow[]> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

export async function tunnelById(db: Db, id: string): Promise<TunnelRow | undefined> {
  return db.selectFrom("tunnels").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Newest first, one more than the slice's limit. */
export async function tunnelsBefore(db: Db, { before, limit }: Slice): Promise<TunnelRow[]> {
  return db
    .selectFrom("tunnels")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

export async function endpointById(db: Db, id: string): Promise<EndpointRow | undefined> {
  return db.selectFrom("endpoints").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Newest first, one more than the slice's limit. */
export async function endpointsBefore(db: Db, { before, limit }: Slice): Promise<EndpointRow[]> {
  return db
    .selectFrom("endpoints")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}
