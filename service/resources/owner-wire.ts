import type { AuditKind } from "#contract/audit-event.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import type { EdgeRow, RouteRow } from "../store/edges.ts";
import { modulesOf } from "../store/modules.ts";
import type { Db } from "../store/schema.ts";
import { byOwner, edgePath, edgeWire, routeWire } from "./edge-wire.ts";

/** The audit events of what has modules; that of a module is an update of its owner (decisions/store/own-events.md). */
export const OWNER_EVENTS = {
  route: "https_edge_route",
  httpsEdge: "https_edge",
  tlsEdge: "tls_edge",
  tcpEdge: "tcp_edge",
} as const satisfies Record<ModuleOwner, AuditKind>;

/** A route, or an edge without its routes, as its answers and events have it. */
export async function ownerWire(
  db: Db,
  owner: ModuleOwner,
  row: EdgeRow | RouteRow,
  base: string,
): Promise<{ id: string; [field: string]: unknown }> {
  const modules = byOwner(await modulesOf(db, [row.id]));
  if (owner === "route") return routeWire(row as RouteRow, modules, base);
  const uri = `${base}${edgePath(row.id)}`;
  return edgeWire(owner, row as EdgeRow, { routes: [], modules }, { base, uri });
}
