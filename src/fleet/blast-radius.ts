import { portFault, type TcpPorts } from "#resources/closing.ts";
import { leadWords } from "#resources/edge-way.ts";
import { backendsOf, labelText } from "#resources/tunnel-names.ts";
import type { UnreachedBy } from "#resources/unreachable.ts";
import { routeUrl } from "#contract/rollouts/served.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { counted, inWords, plural } from "#ui/format.ts";

/** What the console knows of what is served. `edgeBackends`: edge id → ids of the backends its routes use; absent = not readable. */
export type Served = {
  tunnels: readonly Tunnel[];
  endpoints: readonly Endpoint[];
  edgeBackends?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Edge id → its routes, of those that are read: one of several goes offline without the others. */
  edgeRoutes?: ReadonlyMap<string, readonly EdgeRoute[]> | undefined;
  /** Edges that serve nothing as they are, whatever agents are online, and how: no agent takes them down or keeps them up. */
  down?: ReadonlyMap<string, string> | undefined;
  /** At a TCP port that is closed nobody can connect. */
  ports?: TcpPorts;
  /** A tunnel whose app fails keeps nothing up. */
  unreached?: UnreachedBy | undefined;
};

/** Where a route applies, and the backend that it uses. */
export type EdgeRoute = {
  match: string;
  backend: string | null;
  /** How it is where by its modules nobody gets in, whatever agents are online. */
  closed?: string | undefined;
};

/** One public URL, one route of an edge that has several, or one backend whose URLs nobody tells, that some sessions serve. */
export type Exposure = {
  /** Stable within one account: the URL with its route, else the labels. */
  key: string;
  url: string | null;
  /** What the route below `url` matches; null = all of it. */
  route: string | null;
  /** Labels of the backend tunnels, as `app=api`. */
  labels: string;
  edgeId: string | null;
  /** The endpoint that listens at `url`. */
  endpointId: string | null;
  tunnels: readonly Tunnel[];
  /** Online sessions beside the asked ones that serve it too. */
  others: readonly string[];
  /** The same of those whose app fails. */
  failing: readonly string[];
};

/** One that fails already, with its status, as every page says it. */
type Failing = Exposure & { status: string };

/**
 * What goes offline when sessions end, what stays up through another session, what fails already
 * (decisions/fleet/blast-radius.md), and the labels that no backend selects: nothing leads there.
 */
export type BlastRadius = Record<"dark" | "staysUp" | "unused", readonly Exposure[]> & {
  already: readonly Failing[];
};

export const backendIds = (tunnel: Tunnel) => backendsOf(tunnel).map(({ id }) => id);

/** The keys under which a tunnel's service is found: the same key on two tunnels means that either will do. */
export function keysOf(tunnel: Tunnel): string[] {
  if (tunnel.public_url) return [`url ${tunnel.public_url}`];
  const ids = backendIds(tunnel);
  return ids.length > 0 ? ids.map((id) => `backend ${id}`) : [`labels ${labelText(tunnel.labels)}`];
}

/** Online tunnels that serve a backend of this edge; null where the service does not tell its backends. */
export function tunnelsBehind(
  edgeId: string,
  { tunnels, edgeBackends }: Served,
): { tunnels: Tunnel[]; backends: number } | null {
  const backends = edgeBackends?.get(edgeId);
  if (!backends) return null;
  const wanted = new Set(backends);
  const behind = tunnels.filter((tunnel) => backendIds(tunnel).some((id) => wanted.has(id)));
  return { tunnels: behind, backends: wanted.size };
}

/** The edges that a tunnel serves through its backends, as far as the service tells. */
export function edgesAbove(tunnel: Tunnel, { edgeBackends }: Served): string[] {
  const ids = new Set(backendIds(tunnel));
  return [...(edgeBackends ?? [])].filter(([, uses]) => uses.some((id) => ids.has(id))).map(([id]) => id);
}

type At = { endpoint: Endpoint; route: string | null };
type Index = { byKey: Map<string, Tunnel[]>; urlsOfBackend: Map<string, At[]> };

/** Where a backend is used behind an endpoint: by routes, where there are several, else by all of it. */
function routesUsing(backend: string, edgeId: string, { edgeRoutes }: Served): (string | null)[] {
  const routes = edgeRoutes?.get(edgeId) ?? [];
  const using = routes.flatMap((one) => (one.backend === backend ? one.match : []));
  return routes.length < 2 || using.length === 0 ? [null] : using;
}

function indexOf(served: Served): Index {
  const { tunnels, endpoints, edgeBackends } = served;
  const byKey = new Map<string, Tunnel[]>();
  for (const tunnel of tunnels) {
    for (const key of keysOf(tunnel)) byKey.set(key, [...(byKey.get(key) ?? []), tunnel]);
  }
  const urlsOfBackend = new Map<string, At[]>();
  for (const endpoint of endpoints) {
    const edgeId = endpoint.edge?.id ?? "";
    for (const id of new Set(edgeBackends?.get(edgeId))) {
      const at = routesUsing(id, edgeId, served).map((route) => ({ endpoint, route }));
      urlsOfBackend.set(id, [...(urlsOfBackend.get(id) ?? []), ...at]);
    }
  }
  return { byKey, urlsOfBackend };
}

type Draft = Pick<Exposure, "url" | "route" | "edgeId" | "endpointId"> & {
  tunnels: Set<Tunnel>;
  others: Set<string>;
  failing: Set<string>;
};

/** Everything these sessions serve, each URL or route once, with who else serves it. */
export function exposuresOf(sessionIds: ReadonlySet<string>, served: Served): Exposure[] {
  const { byKey, urlsOfBackend } = indexOf(served);
  const drafts = new Map<string, Draft>();
  for (const tunnel of served.tunnels) {
    if (!tunnel.tunnel_session || !sessionIds.has(tunnel.tunnel_session.id)) continue;
    for (const key of keysOf(tunnel)) {
      const viaEdge = urlsOfBackend.get(key.replace(/^backend /, "")) ?? [];
      const targets = viaEdge.map(({ endpoint, route }) => ({
        route,
        url: endpoint.public_url ?? endpoint.hostport ?? null,
        edgeId: endpoint.edge?.id ?? null,
        endpointId: endpoint.id,
      }));
      const endpointId = tunnel.endpoint?.id ?? null;
      const own = { url: tunnel.public_url ?? null, route: null, edgeId: null, endpointId };
      for (const target of targets.length > 0 ? targets : [own]) {
        const id = `${target.url ?? key}${target.route ?? ""}`;
        const sets = { tunnels: new Set<Tunnel>(), others: new Set<string>(), failing: new Set<string>() };
        const draft = drafts.get(id) ?? { ...target, ...sets };
        draft.tunnels.add(tunnel);
        for (const { id: other, tunnel_session: session } of byKey.get(key) ?? [])
          if (session && !sessionIds.has(session.id))
            (served.unreached?.has(other) ? draft.failing : draft.others).add(session.id);
        drafts.set(id, draft);
      }
    }
  }
  return [...drafts].map(([key, { tunnels, others, failing, ...target }]) => ({
    key,
    ...target,
    labels: [...new Set([...tunnels].map((tunnel) => labelText(tunnel.labels)).filter(Boolean))].join("; "),
    tunnels: [...tunnels],
    others: [...others],
    failing: [...failing].filter((id) => !others.has(id)),
  }));
}

/** Labels of which the service says that no backend has them. */
const isUnused = ({ url, tunnels }: Exposure) =>
  url === null && tunnels.every((tunnel) => tunnel.backends && backendsOf(tunnel).length === 0);

/** Parts what sessions serve into what goes offline with them, what another online session keeps up, and what is down anyway, each by name. */
export function blastRadius(sessionIds: ReadonlySet<string>, served: Served): BlastRadius {
  const byName = (a: Exposure, b: Exposure) => exposureName(a).localeCompare(exposureName(b));
  const all = exposuresOf(sessionIds, served).toSorted(byName);
  const statusOf = ({ edgeId, route, url }: Exposure): string | null => {
    const fault = served.ports && url?.startsWith("tcp:") ? portFault(url, served.ports) : null;
    if (fault !== null) return leadWords(fault).text;
    const routes = served.edgeRoutes?.get(edgeId ?? "");
    return (
      routes?.find(({ match, closed }) => closed && match === route)?.closed ??
      served.down?.get(edgeId ?? "") ??
      null
    );
  };
  const already = all.flatMap((exposure) => {
    const status = statusOf(exposure);
    return status === null ? [] : { ...exposure, status };
  });
  const unused = all.filter(isUnused);
  const up = all.filter((exposure) => statusOf(exposure) === null && !isUnused(exposure));
  return {
    dark: up.filter((exposure) => exposure.others.length === 0),
    staysUp: up.filter((exposure) => exposure.others.length > 0),
    already,
    unused,
  };
}

const NAMED = 3;

/** A URL as it is named in a sentence: without scheme and default port. */
function shortUrl(url: string): string {
  return url.replace(/^[a-z]+:\/\//, "").replace(/:443$|\/$/g, "");
}

function exposureCounts(exposures: readonly Exposure[]): string {
  const urls = exposures.filter(({ url }) => url !== null).length;
  const parts = Object.entries({ URL: urls, backend: exposures.length - urls });
  return inWords(parts.flatMap(([noun, count]) => (count > 0 ? counted(count, noun) : [])));
}

/** The URL of what is served, with its route; null where it is not told. */
export const exposureUrl = ({ url, route }: Pick<Exposure, "url" | "route">): string | null =>
  url && routeUrl(url, route);

/** What a URL, route or backend is called: without scheme and default port, by its labels. */
export const exposureName = ({ url, route, labels }: Exposure): string =>
  url ? routeUrl(shortUrl(url), route).replace(/^https:\/\//, "") : labels || "a backend without labels";

/** The addresses of what is served, each once. */
export const addressesOf = (exposures: readonly Exposure[]): string[] => [
  ...new Set(exposures.flatMap(({ url }) => url ?? [])),
];

/**
 * The blast radius in short lines: "2 URLs go offline for a moment", "1 URL stays up through fra-gw-01" and "1 URL already
 * fails", null when there is none. `nameOfSession` gives the display name of a session that keeps something up; `until` follows "go offline".
 */
export function blastTitles(
  { dark, staysUp, already }: BlastRadius,
  nameOfSession: (id: string) => string,
  until = "",
): { dark: string; staysUp: string | null; already: string | null } {
  const through = [...new Set(staysUp.flatMap((exposure) => exposure.others))].map(nameOfSession);
  return {
    dark:
      dark.length === 0
        ? "No URL goes offline"
        : `${exposureCounts(dark)} ${plural(dark.length, "goes", "go")} offline${until}`,
    staysUp:
      staysUp.length === 0
        ? null
        : `${exposureCounts(staysUp)} ${plural(staysUp.length, "stays", "stay")} up through ${inWords(through, NAMED)}`,
    already:
      already.length === 0
        ? null
        : `${exposureCounts(already)} already ${plural(already.length, "fails", "fail")}`,
  };
}
