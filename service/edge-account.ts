import type { Selectable } from "kysely";
import type {
  Backend,
  Edge,
  EdgeAccount,
  EdgeKind,
  Endpoint,
  IpPolicy,
  IpRule,
  LiveTunnel,
  Modules,
  Route,
  SamlRoute,
  Snapshot,
} from "#edge/account.ts";
import { endpointOf } from "#edge/routing/find.ts";
import type { SamlMade } from "#contract/modules/saml.ts";
import { modulesByOwner, parsed, type Values } from "./edge-modules.ts";
import type { Restarts } from "./gateway/restarts.ts";
import { labelsMatch } from "./rules/labels.ts";
import { type TunnelOfAgent, waysOf } from "./rules/tunnel-ways.ts";
import { labelled } from "./store/backends.ts";
import { endedEndpoints } from "./store/ended-sessions.ts";
import { storedObject } from "./store/modules.ts";
import { tunnelsOfAgents } from "./store/sessions.ts";
import type { Db, Schema } from "./store/schema.ts";
import type { Versions, VersionsNow } from "./store/versions.ts";

const CONFIGURED = [
  "https_edges",
  "tls_edges",
  "tcp_edges",
  "routes",
  "modules",
  "backends",
  "ip_policies",
  "ip_policy_rules",
  "certificate_authorities",
  "captures",
] as const;
const LIVE = ["tunnels", "endpoints"] as const;
/** So many addresses of agents that left are known as offline; those before them are unknown. */
const LEFT_MAX = 1_000;
/** So long an agent that came or went may be missed, in milliseconds: whoever misses one asks for a fresh state. */
const LIVE_AGE_MS = 1_000;

type Rows = {
  [T in "endpoints" | "backends" | "routes" | "modules" | "captures"]: Selectable<Schema[T]>[];
} & {
  policies: Pick<IpPolicy, "id" | "description">[];
  rules: (IpRule & { ip_policy_id: string })[];
  authorities: { id: string; ca_pem: string }[];
  samlKey: { certificatePem: string; privateKeyPem: string } | undefined;
  tunnels: (TunnelOfAgent & { session_id: string; node_id: string; peer_url: string | null })[];
  /** Of agents that left within the last day, the latest first. */
  left: Pick<Selectable<Schema["ended_tunnels"]>, "endpoint_id" | "proto" | "public_url">[];
};

/** `nodeId` names this process, to which some of the agents are connected; the rest is the account’s and the operator’s. */
type Own = { nodeId: string } & Pick<Snapshot, "secret" | "headersMax" | "oauth">;

/**
 * The account as the edge reads it (edge/README.md#the-account): read again once what it shows has changed.
 */
export function createEdgeAccount(db: Db, versions: Versions, restarts: Restarts, own: Own): EdgeAccount {
  let kept: { versions: VersionsNow; snapshot: Snapshot; at: number } | undefined;
  let reading: Promise<void> | undefined;

  const includes = (wanted: VersionsNow, tables: readonly (keyof VersionsNow)[]): boolean =>
    kept !== undefined && tables.every((table) => (kept?.versions[table] ?? 0) >= wanted[table]);

  let values: Values = new Map();

  async function read(versions: VersionsNow): Promise<void> {
    const rows = await readRows(db);
    values = parsed(rows.modules, values);
    const snapshot = snapshotOf(rows, values, own);
    kept = { versions, snapshot, at: performance.now() };
  }

  async function upTo(enough: () => boolean): Promise<Snapshot> {
    for (;;) {
      if (kept !== undefined && enough()) return kept.snapshot;
      reading ??= versions
        .now()
        .then(read)
        .finally(() => (reading = undefined));
      await reading;
    }
  }

  return {
    now: async () => {
      const wanted = await versions.now();
      const young = (): boolean => performance.now() - (kept?.at ?? -Infinity) < LIVE_AGE_MS;
      return upTo(() => includes(wanted, CONFIGURED) && (young() || includes(wanted, LIVE)));
    },
    fresh: async () => {
      const wanted = await versions.now();
      return upTo(() => includes(wanted, [...CONFIGURED, ...LIVE]));
    },
    awaited: (name, backend) =>
      restarts
        .awaited()
        .some((tunnel) =>
          tunnel.labels ? backend && labelsMatch(backend.labels, tunnel.labels) : tunnel.name === name,
        ),
  };
}

/** One state of the account. */
function readRows(db: Db): Promise<Rows> {
  return db.transaction().execute(async (trx) => ({
    tunnels: await tunnelsOfAgents(trx)
      .leftJoin("nodes", "nodes.id", "sessions.node_id")
      .select(["tunnels.session_id", "sessions.node_id", "nodes.peer_url"])
      .execute(),
    left: await endedEndpoints(trx, LEFT_MAX),
    endpoints: await trx.selectFrom("endpoints").selectAll().orderBy("created_at").orderBy("id").execute(),
    backends: await trx.selectFrom("backends").selectAll().execute(),
    routes: await trx.selectFrom("routes").selectAll().execute(),
    modules: await trx.selectFrom("modules").selectAll().execute(),
    policies: await trx.selectFrom("ip_policies").select(["id", "description"]).execute(),
    rules: await trx.selectFrom("ip_policy_rules").select(["id", "cidr", "action", "ip_policy_id"]).execute(),
    authorities: await trx.selectFrom("certificate_authorities").select(["id", "ca_pem"]).execute(),
    samlKey: await trx
      .selectFrom("signing_keys")
      .select(["certificate_pem as certificatePem", "private_key_pem as privateKeyPem"])
      .where("purpose", "=", "saml")
      .executeTakeFirst(),
    // Of several of one target that which ends last counts.
    captures: await trx.selectFrom("captures").selectAll().orderBy("expires_at").execute(),
  }));
}

/** Everything that says where a request goes, linked. */
function snapshotOf(rows: Rows, values: Values, { nodeId, ...own }: Own): Snapshot {
  const ways = waysOf(rows.tunnels);
  const live = new Map(rows.tunnels.map((row) => [row.id, liveTunnel(row, ways, nodeId)]));
  const modules = modulesByOwner(rows.modules, values);
  const backends = backendsById(rows, live);
  const backendOf = (set: Modules): Backend | null => {
    const named = set["backend"];
    return backends.get(named && "backend_id" in named ? String(named.backend_id) : "") ?? null;
  };
  const routes = new Map<string, Route[]>();
  for (const row of rows.routes) {
    const set = modules.get(row.id) ?? {};
    const { id, match, match_type: matchType } = row;
    const ofEdge = routes.get(row.edge_id) ?? [];
    ofEdge.push({ id, matchType, match, backend: backendOf(set), modules: set });
    routes.set(row.edge_id, ofEdge);
  }
  const edges = new Map<string, Edge>();
  const edgeOf = (id: string, kind: EdgeKind): Edge => {
    const set = modules.get(id) ?? {};
    const edge = edges.get(id) ?? {
      kind,
      id,
      backend: backendOf(set),
      modules: set,
      routes: routes.get(id) ?? [],
    };
    edges.set(id, edge);
    return edge;
  };

  const hosts = new Map<string, Endpoint>();
  const ports = new Map<number, Endpoint>();
  for (const { id, hostport, proto, edge_id, tunnel_id } of rows.endpoints) {
    const tunnel = live.get(tunnel_id ?? "");
    const serves = edge_id !== null ? { edge: edgeOf(edge_id, proto as EdgeKind) } : tunnel && { tunnel };
    if (!serves) continue;
    const endpoint: Endpoint = { id, hostport, proto, serves };
    const colon = hostport.lastIndexOf(":");
    const port = Number(hostport.slice(colon + 1));
    // Who came first has the port: a later one may not be as closed as it is.
    if (proto === "tcp") ports.set(port, ports.get(port) ?? endpoint);
    else hosts.set(hostport.slice(0, colon), endpoint);
  }
  return {
    hosts: new Map([...leftHosts(rows.left, hosts), ...hosts]),
    ports,
    backends,
    ipPolicies: policiesById(rows),
    authorities: new Map(rows.authorities.map(({ id, ca_pem }) => [id, ca_pem])),
    captures: new Map(rows.captures.map((row) => [row.target_id, Date.parse(row.expires_at)])),
    saml: samlById(rows, [...routes.values()].flat()),
    ...own,
  };
}

/** The addresses of agents that left, by host name: those that nothing else serves. A wildcard would take what others serve. */
function leftHosts(left: Rows["left"], hosts: Snapshot["hosts"]): Map<string, Endpoint> {
  const byName = new Map<string, Endpoint>();
  for (const { endpoint_id: id, proto, public_url } of left) {
    if (id === null || public_url === null) continue;
    const { hostname } = new URL(public_url);
    if (byName.has(hostname) || hostname.startsWith("*") || endpointOf({ hosts }, hostname)) continue;
    const hostport = `${hostname}:${proto === "http" ? 80 : 443}`;
    byName.set(hostname, { id, hostport, proto, serves: { tunnel: null } });
  }
  return byName;
}

function samlById({ modules, samlKey: key }: Rows, routes: readonly Route[]): Map<string, SamlRoute> {
  const told = new Map(
    modules.flatMap(({ owner_id, kind, made }) => {
      const known = kind === "saml" && made !== null ? storedObject(made) : null;
      return known ? [[owner_id, known as SamlMade]] : [];
    }),
  );
  return new Map(
    routes.flatMap((route) => {
      const made = told.get(route.id);
      return made && key ? [[route.id, { route, made, key }]] : [];
    }),
  );
}

function policiesById({ policies, rules }: Rows): Map<string, IpPolicy> {
  const byId = new Map(policies.map((policy) => [policy.id, { ...policy, rules: [] as IpRule[] }]));
  for (const { ip_policy_id, ...rule } of rules) byId.get(ip_policy_id)?.rules.push(rule);
  return byId;
}

function liveTunnel(
  { id, session_id: sessionId, forwards_to: forwardsTo, node_id, peer_url }: Rows["tunnels"][number],
  ways: ReadonlyMap<string, string>,
  nodeId: string,
): LiveTunnel {
  const peer = node_id === nodeId ? null : { id: node_id, url: peer_url };
  return { id, sessionId, forwardsTo, way: ways.get(id) ?? id, peer };
}

function backendsById(rows: Rows, live: ReadonlyMap<string, LiveTunnel>): Map<string, Backend> {
  const groups = rows.tunnels.filter(({ labels }) => labels !== null).map(labelled);
  return new Map(
    rows.backends.map(labelled).map(({ id, labels }) => {
      const tunnels = groups.flatMap((tunnel) =>
        labelsMatch(labels, tunnel.labels) ? (live.get(tunnel.id) ?? []) : [],
      );
      return [id, { id, labels, tunnels }];
    }),
  );
}
