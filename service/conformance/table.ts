import { type ModuleContract, OWNER_MODULES } from "#contract/modules/contracts.ts";
import type { ErrorName } from "#contract/error.ts";
import type { Operation } from "#contract/operations/operation.ts";
import { fill, ROUTES, routeIds, type World } from "./world.ts";

/**
 * `[what, fields that replace the body's, path of the issue]`, and the code where the family has one of its own; a body
 * with these fields is refused.
 */
type Refusal = readonly [what: string, change: object, path: string, problem?: ErrorName];

/** How one operation is shown to do what api.md says: what it needs, what it takes, and where its bounds are. */
type Row = {
  /** Makes what the path names; answers its ids. */
  arrange: (world: World) => Promise<Record<string, string>>;
  body?: (world: World) => Promise<unknown>;
  /** Name of the collection in a list's answer, and how one more of it is made; answers its id. */
  list?: { key: string; add: (world: World) => Promise<string>; remove?: string };
  /** Changes of the body at the bound: accepted. */
  accepts?: readonly (readonly [what: string, change: object])[];
  /** Changes of the body beyond it: 400 at the path. */
  refuses?: readonly Refusal[];
};

type Table = Record<string, Row>;
const none = async (): Promise<Record<string, string>> => ({});

function crud(collection: string, key: string, update?: object, refuses: readonly Refusal[] = []): Table {
  const make = async (world: World): Promise<Record<string, string>> => ({
    id: (await world.make(collection)).id,
  });
  const item = `${collection}/{id}`;
  const add = async (world: World): Promise<string> => (await world.make(collection)).id;
  // What has a code of its own is refused in a change too.
  const changed = refuses.filter(([, , , problem]) => problem !== undefined);
  return {
    [`POST ${collection}`]: { arrange: none, body: (world) => world.body(collection), refuses },
    [`GET ${collection}`]: { arrange: none, list: { key, add, remove: item } },
    [`GET ${item}`]: { arrange: make },
    ...(update && { [`PATCH ${item}`]: { arrange: make, body: async () => update, refuses: changed } }),
    [`DELETE ${item}`]: { arrange: make },
  };
}

/** A new resource of a collection. */
export const idIn = (collection: string) => async (world: World) => ({
  id: (await world.make(collection)).id,
});

const BREAKER: Pick<Row, "accepts" | "refuses"> = {
  accepts: [
    ["128 buckets", { num_buckets: 128 }],
    ["a share of 0", { error_threshold_percentage: 0 }],
    ["a share of 1.0", { error_threshold_percentage: 1 }],
    ["the largest uint32", { tripped_duration: 4_294_967_295, rolling_window: 4_294_967_295 }],
    ["no volume", { volume_threshold: 0 }],
  ],
  refuses: [
    ["129 buckets", { num_buckets: 129 }, "num_buckets"],
    ["a share above 1.0", { error_threshold_percentage: 1.001 }, "error_threshold_percentage"],
    ["a share below 0", { error_threshold_percentage: -0.001 }, "error_threshold_percentage"],
    ["more than uint32", { rolling_window: 4_294_967_296 }, "rolling_window"],
    ["part of a second", { tripped_duration: 1.5 }, "tripped_duration"],
    ["a negative number", { volume_threshold: -1 }, "volume_threshold"],
    ["text for a number", { num_buckets: "10" }, "num_buckets"],
  ],
};

const MODULE_BOUNDS: Record<string, Pick<Row, "accepts" | "refuses">> = {
  circuit_breaker: BREAKER,
  backend: { refuses: [["an id of another kind", { backend_id: "ipp_1" }, "backend_id"]] },
  ip_restriction: { refuses: [["an id of another kind", { ip_policy_ids: ["ca_1"] }, "ip_policy_ids.0"]] },
  request_headers: { refuses: [["a name with a space", { add: { "a b": "c" } }, "add"]] },
  webhook_verification: {
    accepts: [["sns without a secret", { provider: "sns", secret: null }]],
    refuses: [
      ["a provider nobody knows", { provider: "nobody" }, "provider"],
      ["no secret", { secret: "" }, "secret"],
      ["sns with a secret", { provider: "sns", secret: "s" }, "secret"],
    ],
  },
  oauth: {
    accepts: [["a provider’s managed app", { provider: { google: { email_domains: ["acme.example"] } } }]],
    refuses: [
      ["no provider", { provider: {} }, "provider"],
      ["two providers", { provider: { github: {}, google: {} } }, "provider"],
      ["an id without its secret", { provider: { google: { client_id: "a" } } }, "provider.google"],
      ["a secret without its id", { provider: { google: { client_secret: "a" } } }, "provider.google"],
      ["scopes of a managed app", { provider: { google: { scopes: ["email"] } } }, "provider.google.scopes"],
    ],
  },
  oidc: { refuses: [["an issuer that is no URL", { issuer: "nowhere" }, "issuer"]] },
  saml: { refuses: [["an unknown name id format", { nameid_format: "urn:x" }, "nameid_format"]] },
  user_agent_filter: { refuses: [["a pattern that does not compile", { allow: ["("] }, "allow.0"]] },
  jwt_validation: {
    refuses: [
      ["the algorithm none", { jws: { allowed_algorithms: ["none"] } }, "jws.allowed_algorithms.0"],
      ["no issuer", { issuer: { allow_list: [] } }, "issuer.allow_list"],
      ["no audience", { audience: { allow_list: [] } }, "audience.allow_list"],
      ["no token", { http: { tokens: [] } }, "http.tokens"],
      ["no algorithm and no key source", { jws: { allowed_algorithms: [] } }, "jws"],
    ],
  },
  mutual_tls: {
    refuses: [
      ["an id of another kind", { certificate_authority_ids: ["ipp_1"] }, "certificate_authority_ids.0"],
    ],
  },
  tls_termination: { refuses: [["an unknown version", { min_version: "0.9" }, "min_version"]] },
  "tlsEdge tls_termination": {
    accepts: [["upstream without a version", { terminate_at: "upstream", min_version: null }]],
    refuses: [["upstream with a version", { terminate_at: "upstream", min_version: "1.2" }, "min_version"]],
  },
};

function modules(owner: keyof typeof OWNER_MODULES, path: string, arrange: Row["arrange"]): Table {
  const rows = Object.entries<unknown>(OWNER_MODULES[owner]).flatMap(([kind, value]) => {
    const { example } = value as ModuleContract;
    const at = `${path}/${kind}`;
    const body = (world: World) => world.withReferences(example);
    const bounds: Pick<Row, "accepts" | "refuses"> =
      MODULE_BOUNDS[`${owner} ${kind}`] ?? MODULE_BOUNDS[kind] ?? {};
    const wrongType: Refusal = ["text for enabled", { enabled: "yes" }, "enabled"];
    return [
      [`PUT ${at}`, { arrange, body, ...bounds, refuses: [wrongType, ...(bounds.refuses ?? [])] }],
      [`GET ${at}`, { arrange: (world: World) => setFirst(world, at, { arrange, body }) }],
      [`DELETE ${at}`, { arrange }],
    ] as [string, Row][];
  });
  return Object.fromEntries([...rows, ...rows.flatMap(([name, row]) => alias(name, row))]);
}

/** `policies` also answers at `policy` (design decision 4). */
function alias(name: string, row: Row): [string, Row][] {
  return name.endsWith("/policies") ? [[name.replace(/policies$/, "policy"), row]] : [];
}

async function setFirst(
  world: World,
  path: string,
  { arrange, body }: { arrange: Row["arrange"]; body: (world: World) => Promise<unknown> },
): Promise<Record<string, string>> {
  const ids = await arrange(world);
  const { status } = await world.app.call(`PUT ${fill(path, ids)}`, { body: await body(world) });
  if (status !== 200) throw new Error(`PUT ${path} answered ${status}.`);
  return ids;
}

const session = async (world: World) => ({ id: (await world.online()).session });

/** Each new key writes one event. */
async function newEvent(world: World): Promise<string> {
  await world.make("/api_keys");
  type Page = { events: { event_id: string }[] };
  const { body } = await world.app.call<Page>("GET /events?limit=1");
  return body.events[0]?.event_id ?? "";
}

const TEXTS = { description: "é" };
const MATCH_BOUNDS: readonly Refusal[] = [
  ["a match without /", { match: "x" }, "match"],
  ["an unknown match_type", { match_type: "regex" }, "match_type"],
];

/** Every operation of api.md and its extensions, by method and path. */
export const TABLE: Table = {
  ...crud("/api_keys", "keys", TEXTS, [["an owner of another kind", { owner_id: "ak_1" }, "owner_id"]]),
  ...crud("/credentials", "credentials", TEXTS, [
    ["an unknown rule", { acl: ["allow:x"] }, "acl.0", "aclInvalid"],
  ]),
  ...crud("/ip_policies", "ip_policies", TEXTS),
  ...crud("/ip_policy_rules", "ip_policy_rules", TEXTS, [
    ["host bits", { cidr: "10.0.0.1/8" }, "cidr", "cidrNotLowest"],
    ["no mask", { cidr: "10.0.0.0" }, "cidr", "cidrMaskMissing"],
    ["no address", { cidr: "office" }, "cidr", "cidrInvalid"],
    ["an unknown action", { action: "drop" }, "action"],
    ["a policy of another kind", { ip_policy_id: "ipr_1" }, "ip_policy_id"],
  ]),
  ...crud("/certificate_authorities", "certificate_authorities", TEXTS, [
    ["no PEM", { ca_pem: "x" }, "ca_pem"],
  ]),
  ...crud("/backends/tunnel_group", "backends", TEXTS, [["no label", { labels: {} }, "labels"]]),
  ...crud("/edges/https", "https_edges", TEXTS, [["no port", { hostports: ["a.example"] }, "hostports.0"]]),
  ...crud("/edges/tls", "tls_edges", TEXTS, [["no port", { hostports: ["a.example"] }, "hostports.0"]]),
  ...crud("/edges/tcp", "tcp_edges", TEXTS, [
    ["port 65536", { hostports: ["a.example:65536"] }, "hostports.0"],
  ]),
  [`POST ${ROUTES}`]: {
    arrange: async (world) => ({ edge_id: (await world.make("/edges/https")).id }),
    body: (world) => world.body(ROUTES),
    refuses: MATCH_BOUNDS,
  },
  [`GET ${ROUTES}/{id}`]: { arrange: routeIds },
  [`PATCH ${ROUTES}/{id}`]: { arrange: routeIds, body: async () => TEXTS, refuses: MATCH_BOUNDS },
  [`DELETE ${ROUTES}/{id}`]: { arrange: routeIds },
  ...modules("route", `${ROUTES}/{id}`, routeIds),
  ...modules("httpsEdge", "/edges/https/{id}", idIn("/edges/https")),
  ...modules("tlsEdge", "/edges/tls/{id}", idIn("/edges/tls")),
  ...modules("tcpEdge", "/edges/tcp/{id}", idIn("/edges/tcp")),
  "GET /tunnel_sessions": {
    arrange: none,
    list: { key: "tunnel_sessions", add: async (world) => (await world.online()).session },
  },
  "GET /tunnel_sessions/{id}": { arrange: session },
  "POST /tunnel_sessions/{id}/restart": { arrange: session },
  "POST /tunnel_sessions/{id}/stop": { arrange: session },
  "POST /tunnel_sessions/{id}/update": { arrange: session },
  "GET /tunnels": {
    arrange: none,
    list: { key: "tunnels", add: async (world) => (await world.online()).tunnel },
  },
  "GET /tunnels/{id}": { arrange: async (world) => ({ id: (await world.online()).tunnel }) },
  "GET /endpoints": {
    arrange: none,
    list: { key: "endpoints", add: async (world) => (await world.online()).endpoint },
  },
  "GET /events": { arrange: none, list: { key: "events", add: newEvent } },
  "GET /event_stream": { arrange: none },
  "GET /endpoints/{id}": { arrange: async (world) => ({ id: (await world.online()).endpoint }) },
};

/** `GET /api_keys/{id}`: what a row of the table is found by. */
export function nameOf({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method} ${path}`;
}
