import { ID_PREFIXES } from "#contract/common.ts";
import type { HttpsEdge } from "#contract/edge.ts";
import type { RouteModule } from "#contract/modules/contracts.ts";
import { kindsOf } from "#contract/modules/kinds.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import type { Route } from "#contract/route.ts";
import type { EdgeKind, EdgeRow, RouteRow } from "../store/edges.ts";
import type { ModuleRow } from "../store/modules.ts";
import { moduleInOwner, type ModuleValue } from "./module-wire.ts";

/** Owner id → its modules that are set. */
export type ModulesByOwner = ReadonlyMap<string, readonly ModuleRow[]>;

export function byOwner(rows: readonly ModuleRow[]): ModulesByOwner {
  const owners = new Map<string, ModuleRow[]>();
  for (const row of rows) owners.set(row.owner_id, [...(owners.get(row.owner_id) ?? []), row]);
  return owners;
}

/** Every module of an owner's kind; one that is not set is null (api.md#https-edge-routes). */
function modulesWire(owner: ModuleOwner, id: string, modules: ModulesByOwner, base: string) {
  const set = modules.get(id) ?? [];
  const values = kindsOf(owner).map((kind) => {
    const row = set.find((one) => one.kind === kind);
    return [kind, row ? moduleInOwner(owner, row, base) : null] as const;
  });
  return Object.fromEntries(values) as Record<string, ModuleValue | null>;
}

export function routeWire(row: RouteRow, modules: ModulesByOwner, base: string): Route {
  const { id, edge_id, created_at, match_type, match, description, metadata } = row;
  const uri = `${base}/edges/https/${edge_id}/routes/${id}`;
  const values = modulesWire("route", id, modules, base) as Record<RouteModule, ModuleValue | null>;
  return { edge_id, id, created_at, match_type, match, uri, description, metadata, ...values };
}

/** Last part of an edge kind's path. */
export const EDGE_PATHS = { httpsEdge: "https", tlsEdge: "tls", tcpEdge: "tcp" } as const;

/** Path of an edge, below the API's base, by its id alone. */
export function edgePath(id: string): string {
  const kinds = Object.keys(EDGE_PATHS) as EdgeKind[];
  const kind = kinds.find((one) => id.startsWith(`${ID_PREFIXES[one]}_`)) ?? "httpsEdge";
  return `/edges/${EDGE_PATHS[kind]}/${id}`;
}

/** An edge; its routes come inside it when it is an HTTPS edge (protocol-facts.md#edges). */
export function edgeWire(
  kind: EdgeKind,
  row: EdgeRow,
  inside: { routes: readonly RouteRow[]; modules: ModulesByOwner },
  { base, uri }: { base: string; uri: string },
): HttpsEdge {
  const { id, created_at, description, metadata } = row;
  const routes = inside.routes
    .filter(({ edge_id }) => edge_id === id)
    .map((route) => routeWire(route, inside.modules, base));
  return {
    id,
    uri,
    created_at,
    description,
    metadata,
    // null when none were ever given (protocol-facts.md#null-empty-and-absent).
    hostports: JSON.parse(row.hostports) as string[] | null,
    ...modulesWire(kind, id, inside.modules, base),
    ...(kind === "httpsEdge" ? { routes } : {}),
  };
}
