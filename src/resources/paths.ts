/** The part of a path that names the kind of edge. */
export type EdgeProtocol = "https" | "tls" | "tcp";

/** Every URL of the console, as the patterns of its router. */
export const paths = {
  connect: "/connect",
  home: "/",
  sessions: "/sessions",
  session: "/sessions/:id",
  rollouts: "/rollouts",
  rollout: "/rollouts/:id",
  tunnels: "/tunnels",
  tunnel: "/tunnels/:id",
  endpoints: "/endpoints",
  endpoint: "/endpoints/:id",
  traffic: "/traffic",
  trafficEvent: "/traffic/:id",
  activity: "/activity",
  events: "/events",
  eventFilters: "/events/filters",
  event: "/events/:id",
  eventSubscriptions: "/event-subscriptions",
  eventSubscriptionNew: "/event-subscriptions/new",
  eventSubscriptionEdit: "/event-subscriptions/:id/edit",
  eventDestinations: "/event-destinations",
  eventDestinationNew: "/event-destinations/new",
  eventDestinationEdit: "/event-destinations/:id/edit",
  ipRules: "/ip-rules",
  ipRuleNew: "/ip-rules/new",
  ipRulesPaste: "/ip-rules/paste",
  ipRulesLab: "/ip-rules/lab",
  ipRule: "/ip-rules/:id",
  ipPolicies: "/ip-policies",
  ipPolicyNew: "/ip-policies/new",
  ipPolicy: "/ip-policies/:id",
  ipPolicyPaste: "/ip-policies/:id/paste",
  backends: "/backends",
  backendNew: "/backends/new",
  backendEdit: "/backends/:id/edit",
  certificateAuthorities: "/certificate-authorities",
  certificateAuthorityNew: "/certificate-authorities/new",
  certificateAuthorityEdit: "/certificate-authorities/:id/edit",
  authtokens: "/authtokens",
  authtokenNew: "/authtokens/new",
  authtokenEdit: "/authtokens/:id/edit",
  keys: "/keys",
  keyNew: "/keys/new",
  key: "/keys/:id",
  keyRotate: "/keys/:id/rotate",
  edges: "/edges",
  edgeNew: "/edges/new",
  httpsEdgeEdit: "/edges/https/:id/edit",
  tlsEdgeEdit: "/edges/tls/:id/edit",
  tcpEdgeEdit: "/edges/tcp/:id/edit",
  routeNew: "/edges/https/:edgeId/routes/new",
  routeEdit: "/edges/https/:edgeId/routes/:routeId/edit",
  httpsEdge: "/edges/https/:id",
  tlsEdge: "/edges/tls/:id",
  tcpEdge: "/edges/tcp/:id",
  httpsEdgeModule: "/edges/https/:id/:module",
  tlsEdgeModule: "/edges/tls/:id/:module",
  tcpEdgeModule: "/edges/tcp/:id/:module",
  route: "/edges/https/:edgeId/routes/:routeId",
  routeModule: "/edges/https/:edgeId/routes/:routeId/:module",
} as const;

type Paths = typeof paths;

/** One id for each parameter of a pattern, in their order. */
type Ids<Pattern extends string> = Pattern extends `${string}:${string}/${infer Rest}`
  ? [id: string, ...Ids<Rest>]
  : Pattern extends `${string}:${string}`
    ? [id: string]
    : [];

type Link<Pattern extends string> = (...parts: [...ids: Ids<Pattern>, search?: string]) => string;

/** Fills a pattern with ids, each encoded; what comes after them is a query, with its `?`, or a fragment. */
function fill(pattern: string, parts: readonly (string | undefined)[]): string {
  const rest = [...parts];
  const path = pattern.replaceAll(/:\w+/g, () => encodeURIComponent(rest.shift() ?? ""));
  return path + (rest[0] ?? "");
}

const links = Object.fromEntries(
  Object.entries(paths).map(([name, pattern]) => [name, (...parts: string[]) => fill(pattern, parts)]),
) as { [Name in keyof Paths]: Link<Paths[Name]> };

/** A link to each page: `href.session(id)`, `href.sessions("?outdated=yes")`. */
export const href = {
  ...links,
  edgeNew: (protocol?: EdgeProtocol) => links.edgeNew(protocol ? `?kind=${protocol}` : ""),
  edge: (protocol: EdgeProtocol, id: string) => links[`${protocol}Edge`](id),
  edgeEdit: (protocol: EdgeProtocol, id: string) => links[`${protocol}EdgeEdit`](id),
  edgeModule: (protocol: EdgeProtocol, id: string, module: string) =>
    links[`${protocol}EdgeModule`](id, module),
} as const;
