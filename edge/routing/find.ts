import { routeAsked } from "#contract/asked-route.ts";
import type { Backend, Edge, Endpoint, LiveTunnel, Route, Snapshot } from "../account.ts";
import type { RefusalName } from "../refusals.ts";

/** What serves a request, as far as it was found. */
export type Place = { endpoint: Endpoint; edge: Edge | null; route: Route | null };

/** Where a request goes. `tunnels` has at least one. */
export type Destination = Place & { tunnels: readonly LiveTunnel[] };

export type Found =
  | { place: Place; destination: Destination }
  | { place: Place | null; refusal: RefusalName; backend?: Backend };

/** The endpoint of a host name: the name itself before a wildcard, a longer wildcard before a shorter one. */
export function endpointOf(snapshot: Pick<Snapshot, "hosts">, host: string): Endpoint | undefined {
  const name = host.toLowerCase().replace(/\.$/, "");
  const exact = snapshot.hosts.get(name);
  if (exact) return exact;
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const wild = snapshot.hosts.get(`*${name.slice(dot)}`);
    if (wild) return wild;
  }
  return undefined;
}

/** Where a request of this host and path goes, by the account alone. */
export function find(snapshot: Snapshot, host: string, path: string): Found {
  const endpoint = endpointOf(snapshot, host);
  if (!endpoint) return { place: null, refusal: "hostUnknown" };
  return findIn(endpoint, path);
}

/** As `find`, for an endpoint that is known. Without a path (TLS, TCP) there are no routes. */
export function findIn(endpoint: Endpoint, path: string | null): Found {
  const { serves } = endpoint;
  if ("tunnel" in serves) {
    const place = { endpoint, edge: null, route: null };
    if (!serves.tunnel) return { place, refusal: "endpointOffline" };
    return { place, destination: { ...place, tunnels: [serves.tunnel] } };
  }
  const { edge } = serves;
  const route = path !== null && edge.kind === "https" ? routeAsked(edge.routes, path) : undefined;
  const place = { endpoint, edge, route: route ?? null };
  if (route === null) return { place, refusal: "pathDoubtful" };
  if (edge.kind === "https" && !route) return { place, refusal: "routeUnknown" };
  const backend = route ? route.backend : edge.backend;
  if (!backend) return { place, refusal: "backendMissing" };
  if (backend.tunnels.length === 0) return { place, refusal: "endpointOffline", backend };
  return { place, destination: { ...place, tunnels: backend.tunnels } };
}
