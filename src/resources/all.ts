import type { QueryKey, QueryFunction } from "@tanstack/react-query";
import type { ScannedList } from "#api/scanned-list.ts";
import type { Route } from "#contract/route.ts";
import { apiKeys } from "./api-keys.ts";
import { backends } from "./backends.ts";
import { certificateAuthorities } from "./certificate-authorities.ts";
import { credentials } from "./credentials.ts";
import type { EdgeRow } from "./edge-discovery.ts";
import { routePlace } from "./edge-names.ts";
import { edges } from "./edges.ts";
import { endpoints } from "./endpoints.ts";
import { eventDestinations } from "./event-destinations.ts";
import { eventSubscriptions } from "./event-subscriptions.ts";
import { ipPolicies } from "./ip-policies.ts";
import { ipRules } from "./ip-rules.ts";
import { KINDS, type Kind, type ResourceKind } from "./kinds.ts";
import { kindOf } from "./ref-target.ts";
import { tunnelSessions } from "./tunnel-sessions.ts";
import { tunnels } from "./tunnels.ts";

/** A row of any kind. */
export type Row = { id: string };

/** A kind of resource whatever its rows are. */
export type AnyResource = Kind &
  ScannedList<Row> & {
    kind: ResourceKind;
    /** Where the list is, below the base URL; left out where it has none of its own. */
    path?: string;
    nameOf: (row: Row) => string;
    moreOf?: (row: Row) => readonly (string | null | undefined)[];
    /** The query of one; left out where an id alone does not address it. */
    detail?: (id: string) => { queryKey: QueryKey; queryFn?: QueryFunction<Row> };
    /** The rows of this kind within those of the list; left out where they are all. */
    within?: (rows: readonly Row[]) => readonly Row[];
  };

type Placed = Route & { place: string };
const placed = new WeakMap<readonly EdgeRow[], readonly Placed[]>();

/** The routes of edges, each with where it applies. */
function routesIn(rows: readonly EdgeRow[]): readonly Placed[] {
  const known = placed.get(rows);
  if (known) return known;
  const routes = rows.flatMap((edge) =>
    (edge.routes ?? []).map((route) => ({ ...route, place: routePlace(edge, route.match) })),
  );
  placed.set(rows, routes);
  return routes;
}

const { query, scanKey, every } = edges.https;
/** Routes come inside their edges: they have no list of their own. */
const routes = {
  ...KINDS.route,
  kind: "route",
  query,
  scanKey,
  every,
  within: routesIn,
  nameOf: ({ place }: Placed) => place,
  moreOf: ({ match, description }: Placed) => [match, description],
};

/**
 * Every kind of resource, in the order in which equal matches of a search are shown. The one place where a row is taken for
 * what its list says it is.
 */
export const RESOURCES = [
  tunnelSessions,
  tunnels,
  endpoints,
  edges.https,
  edges.tls,
  edges.tcp,
  routes,
  ipRules,
  ipPolicies,
  backends,
  certificateAuthorities,
  apiKeys,
  credentials,
  eventSubscriptions,
  eventDestinations,
] as unknown as readonly AnyResource[];

export function resourceOfKind(kind: ResourceKind): AnyResource {
  const found = RESOURCES.find((one) => one.kind === kind);
  if (!found) throw new Error(`No resource of kind ${kind}.`);
  return found;
}

/** The kind of resource that an id is of, by its prefix. */
export function resourceOf(id: string): AnyResource | undefined {
  const kind = kindOf(id);
  return RESOURCES.find((one) => one.kind === kind);
}
