import type { HttpsEdge } from "#contract/edge.ts";
import { ROUTE_MODULES, type RouteModule } from "#contract/modules/contracts.ts";
import type { Route } from "#contract/route.ts";
import type { HttpsEdgeRow, ModuleRow, RouteRow } from "../store/edges.ts";

type ModuleValue = { enabled?: boolean } | null;

/** A route with all fourteen modules; one that is not set is null (api.md, HTTPS edge route). */
export function routeWire(row: RouteRow, modules: readonly ModuleRow[], base: string): Route {
  const { id, edge_id, created_at, match_type, match, description, metadata } = row;
  const value = (kind: RouteModule): ModuleValue => {
    const set = modules.find((one) => one.owner_id === id && one.kind === kind);
    return set ? (JSON.parse(set.value) as ModuleValue) : null;
  };
  const values = Object.fromEntries(ROUTE_MODULES.map((kind) => [kind, value(kind)])) as Record<
    RouteModule,
    ModuleValue
  >;
  const uri = `${base}/edges/https/${edge_id}/routes/${id}`;
  return { edge_id, id, created_at, match_type, match, uri, description, metadata, ...values };
}

/** An edge with its routes inside (family-facts §3); hostports is null when none were given (§1). */
export function httpsEdgeWire(
  row: HttpsEdgeRow,
  inside: { routes: readonly RouteRow[]; modules: readonly ModuleRow[] },
  base: string,
): HttpsEdge {
  const { id, created_at, description, metadata } = row;
  const hostports = JSON.parse(row.hostports) as string[] | null;
  return {
    id,
    uri: `${base}/edges/https/${id}`,
    created_at,
    description,
    metadata,
    hostports,
    mutual_tls: null,
    tls_termination: null,
    routes: inside.routes
      .filter(({ edge_id }) => edge_id === id)
      .map((route) => routeWire(route, inside.modules, base)),
  };
}
