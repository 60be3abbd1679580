import { kindsOf } from "#contract/modules/kinds.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { EDGE_KINDS } from "./edge-names.ts";
import { edgeOf, type OwnerAddress } from "./module-owner.ts";
import { href } from "./paths.ts";
import { kindOf } from "./ref-target.ts";

/** Where one module of an owner is edited. */
export function moduleHref(owner: OwnerAddress, kind: string): string {
  if (owner.owner === "route") return href.routeModule(owner.edgeId, owner.routeId, kind);
  const { protocol, id } = edgeOf(owner);
  return href.edgeModule(protocol, id, kind);
}

/** Where a field of a module of an owner, or of the edge of a route, is edited. */
export function fieldHref(
  owner: OwnerAddress,
  { module, field, of }: { module: string; field?: string; of: "owner" | "edge" },
): string {
  const { protocol, id } = edgeOf(owner);
  const editor = of === "edge" ? href.edgeModule(protocol, id, module) : moduleHref(owner, module);
  return field === undefined ? editor : `${editor}?field=${encodeURIComponent(field)}`;
}

/** Whose module of a kind a request met: the route's, where routes have the kind. */
export function metOwner(
  { route_id: routeId, edge_id: edgeId }: NonNullable<TrafficEvent["gatehouse"]>,
  kind: string,
): OwnerAddress | null {
  if (edgeId === undefined) return null;
  const has = (owner: OwnerAddress["owner"]) => kindsOf(owner).some((one) => one === kind);
  if (routeId !== undefined && has("route")) return { owner: "route", edgeId, routeId };
  const owner = Object.values(EDGE_KINDS).find((one) => one === kindOf(edgeId));
  return owner && has(owner) ? { owner, edgeId } : null;
}
