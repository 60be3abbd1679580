import type { Selectable } from "kysely";
import type { Db, Schema } from "./schema.ts";

export type ModuleRow = Selectable<Schema["modules"]>;

/** What is stored as one in JSON; null where it is none, as an older service or another program may have left it. */
export function storedObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** All modules of some edges and routes. */
export async function modulesOf(db: Db, ownerIds: readonly string[]): Promise<ModuleRow[]> {
  if (ownerIds.length === 0) return [];
  return db.selectFrom("modules").selectAll().where("owner_id", "in", ownerIds).execute();
}

/** All modules of the routes of some edges. */
export async function modulesOfRoutes(db: Db, edgeIds: readonly string[]): Promise<ModuleRow[]> {
  if (edgeIds.length === 0) return [];
  return db
    .selectFrom("modules")
    .selectAll("modules")
    .innerJoin("routes", "routes.id", "modules.owner_id")
    .where("routes.edge_id", "in", edgeIds)
    .execute();
}

/** The modules of some kinds on the other routes of a route's edge, oldest route first, with what those match. */
export async function modulesBeside(
  db: Db,
  routeId: string,
  kinds: readonly string[],
): Promise<(ModuleRow & { match: string })[]> {
  return db
    .selectFrom("modules")
    .selectAll("modules")
    .innerJoin("routes", "routes.id", "modules.owner_id")
    .innerJoin("routes as own", "own.edge_id", "routes.edge_id")
    .select("routes.match")
    .where("own.id", "=", routeId)
    .where("routes.id", "!=", routeId)
    .where("modules.kind", "in", kinds)
    .orderBy("routes.id")
    .execute();
}

/** A module, or undefined when it is not set. */
export async function moduleOf(db: Db, ownerId: string, kind: string): Promise<ModuleRow | undefined> {
  return db
    .selectFrom("modules")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("kind", "=", kind)
    .executeTakeFirst();
}

/** What a module is given beside its request. */
export type ModuleExtras = {
  /** What the service made for it; what was made before stays unless given. */
  made?: object | undefined;
  /** The resources it names. */
  refIds?: readonly string[];
};

/** Sets a module or replaces it whole. `request` = its accepted request, secrets included. */
export async function putModule(
  db: Db,
  ownerId: string,
  kind: string,
  request: unknown,
  { made, refIds = [] }: ModuleExtras = {},
): Promise<void> {
  const row = { value: JSON.stringify(request), ...(made && { made: JSON.stringify(made) }) };
  await db
    .insertInto("modules")
    .values({ owner_id: ownerId, kind, made: null, ...row })
    .onConflict((conflict) => conflict.columns(["owner_id", "kind"]).doUpdateSet(row))
    .execute();
  await deleteRefs(db, ownerId, kind);
  const refs = [...new Set(refIds)].map((ref_id) => ({ owner_id: ownerId, kind, ref_id }));
  if (refs.length > 0) await db.insertInto("module_refs").values(refs).execute();
}

/** Has every edge make anew what it made of a module, and so count anew. False where it is not set. */
export async function resetModule(db: Db, ownerId: string, kind: string): Promise<boolean> {
  const row = await moduleOf(db, ownerId, kind);
  if (!row) return false;
  const { resets = 0 } = JSON.parse(row.made ?? "{}") as { resets?: number };
  await db
    .updateTable("modules")
    .set({ made: JSON.stringify({ resets: resets + 1 }) })
    .where("owner_id", "=", ownerId)
    .where("kind", "=", kind)
    .execute();
  return true;
}

/** A module that is not set is fine. */
export async function deleteModule(db: Db, ownerId: string, kind: string): Promise<void> {
  await db.deleteFrom("modules").where("owner_id", "=", ownerId).where("kind", "=", kind).execute();
  await deleteRefs(db, ownerId, kind);
}

async function deleteRefs(db: Db, ownerId: string, kind: string): Promise<void> {
  await db.deleteFrom("module_refs").where("owner_id", "=", ownerId).where("kind", "=", kind).execute();
}

/** A module that names a resource; `edge_id` is that of the route which has the module, else null. */
export type Referrer = { owner_id: string; kind: string; edge_id: string | null };

/** Who names a resource, newest first. At most `limit`. */
export async function referrersOf(db: Db, refId: string, limit: number): Promise<Referrer[]> {
  return db
    .selectFrom("module_refs")
    .leftJoin("routes", "routes.id", "module_refs.owner_id")
    .select(["module_refs.owner_id", "module_refs.kind", "routes.edge_id"])
    .where("module_refs.ref_id", "=", refId)
    .orderBy("module_refs.owner_id", "desc")
    .orderBy("module_refs.kind")
    .limit(limit)
    .execute();
}
