import type { EdgeRow } from "#resources/edge-discovery.ts";
import { edgeName, routePlace } from "#resources/edge-names.ts";
import { href } from "#resources/paths.ts";
import { refHref } from "#resources/ref-target.ts";
import { valueAt, type JsonObject } from "#forms/json.ts";

/** An edge or a route whose backend module names a backend, on or off. */
export type BackendUser = { id: string; name: string; to: string | null };

function names(owner: JsonObject, backendId: string): boolean {
  return valueAt(owner, ["backend", "backend", "id"]) === backendId;
}

/** The TLS and TCP edges that name a backend themselves, and the routes of HTTPS edges that do, in the order of the edges. */
export function backendUsers(backendId: string, edges: readonly EdgeRow[]): BackendUser[] {
  return edges.flatMap((edge) => [
    ...(names(edge, backendId) ? [{ id: edge.id, name: edgeName(edge), to: refHref(edge) }] : []),
    ...(edge.routes ?? [])
      .filter((route) => names(route, backendId))
      .map(({ id, match }) => ({ id, name: routePlace(edge, match), to: href.route(edge.id, id) })),
  ]);
}
