import { apiKeys } from "#resources/api-keys.ts";
import { backends } from "#resources/backends.ts";
import { certificateAuthorities } from "#resources/certificate-authorities.ts";
import { credentials } from "#resources/credentials.ts";
import { EDGE_PROTOCOLS, edgeLists, type EdgeRow } from "#resources/edge-lists.ts";
import { endpoints } from "#resources/endpoints.ts";
import { ipPolicies } from "#resources/ip-policies.ts";
import { ipRules } from "#resources/ip-rules.ts";
import type { ScannedList } from "#api/scanned-list.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { EDGE_NAMES, edgeName, routePlace } from "#resources/edge-names.ts";
import { href } from "#resources/paths.ts";
import { refHref } from "#resources/ref-target.ts";
import { sessionName } from "#resources/session-name.ts";
import { endpointName, labelText, tunnelName } from "#resources/tunnel-names.ts";
import { ID_PREFIXES, type IdKind } from "#contract/common.ts";
import type { Route } from "#contract/route.ts";
import type { IconName } from "#ui/icon.tsx";
import { searchText, type Row } from "./rank.ts";

/** A kind of resource as the palette finds it: which list it is read from, and what its rows are found by. */
export type Kind = {
  of: IdKind;
  /** In lower case: { one: "key", many: "keys" }. */
  noun: { one: string; many: string };
  icon: IconName;
  list: ScannedList<Row>;
  /** The rows of this kind within those of the list: routes come inside their edges. */
  within: (rows: readonly Row[]) => readonly Row[];
  nameOf: (row: Row) => string;
  textOf: (row: Row) => string;
  pathOf: (row: Row) => string | null;
  /** The page that lists them, with a search where it has one. */
  pageOf: (search?: string) => string;
};

type Words = (string | null | undefined)[];
type Of<T> = Pick<Kind, "of" | "noun" | "icon"> & {
  list: ScannedList<never>;
  name: (row: T) => string;
  /** What else they are found by. */
  more?: (row: T) => Words;
  within?: (rows: readonly never[]) => readonly T[];
  path?: (row: T) => string;
  page: () => string;
};

/** The one place where a row is taken for what its list says it is. */
function kind<T extends Row>({ list, name, more, within, path, page, ...rest }: Of<T>): Kind {
  const as = (row: Row) => row as T;
  return {
    ...rest,
    list: list as unknown as ScannedList<Row>,
    within: (rows) => (within ? within(rows as readonly never[]) : rows),
    nameOf: (row) => name(as(row)),
    textOf: (row) => searchText(name(as(row)), row.id, ...(more?.(as(row)) ?? [])),
    pathOf: (row) => (path ? path(as(row)) : refHref(row)),
    pageOf: (search) => page() + (search ? `?${new URLSearchParams({ q: search })}` : ""),
  };
}

type From<L> = L extends { query: { queryFn?: unknown } } & ScannedList<infer T> ? T : never;
const listOf = (list: unknown) => list as ScannedList<never>;
const described = ({ description, id }: { description?: string | null | undefined; id: string }) =>
  description || id;

const routesOf = new WeakMap<readonly EdgeRow[], readonly Placed[]>();
type Placed = Route & { place: string };

/** The routes of edges, each with where it applies. */
function routesIn(edges: readonly EdgeRow[]): readonly Placed[] {
  const known = routesOf.get(edges);
  if (known) return known;
  const routes = edges.flatMap((edge) =>
    (edge.routes ?? []).map((route) => ({ ...route, place: routePlace(edge, route.match) })),
  );
  routesOf.set(edges, routes);
  return routes;
}

/** Every kind that the palette finds, in the order in which equal matches are shown. */
export const KINDS: readonly Kind[] = [
  kind<From<typeof tunnelSessions>>({
    of: "session",
    noun: { one: "session", many: "sessions" },
    icon: "sessions",
    list: listOf(tunnelSessions),
    name: sessionName,
    more: ({ ip, agent_version: version }) => [ip, version],
    page: href.sessions,
  }),
  kind<From<typeof tunnels>>({
    of: "tunnel",
    noun: { one: "tunnel", many: "tunnels" },
    icon: "tunnels",
    list: listOf(tunnels),
    name: tunnelName,
    more: ({ labels, forwards_to: to }) => [labelText(labels), to],
    page: href.tunnels,
  }),
  kind<From<typeof endpoints>>({
    of: "endpoint",
    noun: { one: "endpoint", many: "endpoints" },
    icon: "globe",
    list: listOf(endpoints),
    name: endpointName,
    more: ({ hostport }) => [hostport],
    page: href.endpoints,
  }),
  ...EDGE_PROTOCOLS.map((protocol) =>
    kind<EdgeRow>({
      of: ({ https: "httpsEdge", tls: "tlsEdge", tcp: "tcpEdge" } as const)[protocol],
      noun: { one: EDGE_NAMES[protocol], many: `${EDGE_NAMES[protocol]}s` },
      icon: "edges",
      list: listOf(edgeLists[protocol]),
      name: edgeName,
      more: ({ hostports, description }) => [...(hostports ?? []), description],
      page: href.edges,
    }),
  ),
  kind<Placed>({
    of: "route",
    noun: { one: "route", many: "routes" },
    icon: "link",
    list: listOf(edgeLists.https),
    within: routesIn,
    name: ({ place }) => place,
    more: ({ match, description }) => [match, description],
    path: ({ edge_id: edgeId, id }) => href.route(edgeId, id),
    page: href.edges,
  }),
  kind<From<typeof ipRules>>({
    of: "ipPolicyRule",
    noun: { one: "IP rule", many: "IP rules" },
    icon: "shield",
    list: listOf(ipRules),
    name: ({ action, cidr }) => `${action} ${cidr}`,
    more: ({ cidr, description }) => [cidr, description],
    page: href.ipRules,
  }),
  kind<From<typeof ipPolicies>>({
    of: "ipPolicy",
    noun: { one: "IP policy", many: "IP policies" },
    icon: "policies",
    list: listOf(ipPolicies),
    name: described,
    page: href.ipPolicies,
  }),
  kind<From<typeof backends>>({
    of: "tunnelGroupBackend",
    noun: { one: "backend", many: "backends" },
    icon: "backend",
    list: listOf(backends),
    name: ({ labels, ...rest }) => rest.description || labelText(labels) || rest.id,
    more: ({ labels }) => [labelText(labels)],
    page: href.backends,
  }),
  kind<From<typeof certificateAuthorities>>({
    of: "certificateAuthority",
    noun: { one: "certificate authority", many: "certificate authorities" },
    icon: "certificate",
    list: listOf(certificateAuthorities),
    name: ({ subject_common_name: subject, ...rest }) => rest.description || subject || rest.id,
    more: ({ subject_common_name: subject }) => [subject],
    page: href.certificateAuthorities,
  }),
  kind<From<typeof apiKeys>>({
    of: "apiKey",
    noun: { one: "key", many: "keys" },
    icon: "key",
    list: listOf(apiKeys),
    name: described,
    page: href.keys,
  }),
  kind<From<typeof credentials>>({
    of: "credential",
    noun: { one: "authtoken", many: "authtokens" },
    icon: "ticket",
    list: listOf(credentials),
    name: described,
    more: ({ acl }) => acl ?? [],
    page: href.authtokens,
  }),
];

/** The kind that an id is of, by its prefix. */
export function kindOfId(id: string): Kind | undefined {
  const prefix = id.slice(0, id.indexOf("_"));
  return KINDS.find(({ of }) => ID_PREFIXES[of] === prefix);
}
