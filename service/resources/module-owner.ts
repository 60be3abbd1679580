import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { foundRow } from "../rules/found.ts";
import { type EdgeRow, routeOfEdge, type RouteRow } from "../store/edges.ts";
import { type lockedRow, rowById } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";

/** The ids of a path that leads to an owner; `edge_id` where that is a route. */
export type OwnerParams = { id: string; edge_id?: string };

/** The route that a path names; one of another edge is not found. With `lockedRow` as `read` it is locked. */
export async function foundRoute(
  db: Db,
  { edge_id = "", id }: OwnerParams,
  read: typeof lockedRow = rowById,
): Promise<RouteRow> {
  await foundRow(db, "httpsEdge", edge_id);
  return foundRow(db, "route", id, () => routeOfEdge(db, edge_id, id, read));
}

/** The edge or route that a path names. */
export async function foundOwner(
  db: Db,
  owner: ModuleOwner,
  params: OwnerParams,
  read: typeof lockedRow = rowById,
): Promise<EdgeRow | RouteRow> {
  return owner === "route" ? foundRoute(db, params, read) : foundRow(db, owner, params.id, read);
}
