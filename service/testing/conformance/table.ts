import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import type { ModuleContract, ModuleOwner } from "#contract/modules/module-contract.ts";
import type { Operation } from "#contract/operations/operation.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { type Beyond, type Bounds, fieldsOf, knownFieldsOnly, nested } from "./bound.ts";
import { MODULE_BOUNDS } from "./bounds-modules.ts";
import { OWNER_PATHS } from "./references.ts";
import { EDGE_BOUNDS, RESOURCE_BOUNDS, ROUTE_BOUNDS } from "./bounds-resources.ts";
import { CAPTURE_BOUNDS, PREVIEW_BOUNDS, RESET_BOUNDS, TEST_REQUEST_BOUNDS } from "./bounds-test-requests.ts";
import { EVENT_DESTINATION_BOUNDS, EVENT_ROWS, EVENT_SUBSCRIPTION_BOUNDS } from "./bounds-events.ts";
import { keep, trafficEvent } from "../traffic-events.ts";
import { ROLLOUT_ROWS } from "./bounds-rollouts.ts";
import { fill, ROUTES, routeIds, type World } from "./world.ts";

/** How one operation is shown to do what its contract says: what it needs, what it takes, and where its bounds are. */
type Row = Bounds & {
  /** Makes what the path names; answers its ids. */
  arrange: (world: World) => Promise<Record<string, string>>;
  body?: (world: World) => Promise<unknown>;
  /** Name of the collection in a list's answer, and how one more of it is made; answers its id. */
  list?: { key: string; add: (world: World) => Promise<string>; remove?: string };
  /** Lets something happen that a stream tells; answers what its event has. */
  happens?: (world: World) => Promise<object>;
};

type Table = Record<string, Row>;
const none = async (): Promise<Record<string, string>> => ({});

function crud(collection: string, key: string, bounds: Bounds = {}): Table {
  const make = idIn(collection);
  const item = `${collection}/{id}`;
  const add = async (world: World): Promise<string> => (await world.make(collection)).id;
  return {
    [`POST ${collection}`]: { arrange: none, body: (world) => world.body(collection), ...bounds },
    [`GET ${collection}`]: { arrange: none, list: { key, add, remove: item } },
    [`GET ${item}`]: { arrange: make },
    [`PATCH ${item}`]: { arrange: make, body: async () => TEXTS, ...changed(`PATCH ${item}`, bounds) },
    [`DELETE ${item}`]: { arrange: make },
  };
}

/** The same bounds in a change, in which any field may be left out, and some may not be. */
function changed(name: string, { accepts = [], refuses = [] }: Bounds): Bounds {
  const { body } = OPERATIONS.find((one) => nameOf(one) === name) ?? {};
  const fields = body ? fieldsOf(body) : [];
  return {
    accepts: accepts.filter(
      ([, change]) =>
        typeof change === "function" || Object.keys(change).every((one) => fields.includes(one)),
    ),
    refuses: refuses.flatMap(([what, change, path, problem]): Beyond[] => {
      const [field = ""] = Object.keys(change);
      if (Object.values(change).includes(undefined)) return [];
      if (fields.includes(field)) return [[what, change, path, problem]];
      return [[`a change of ${field} (${what})`, change, field, "fieldUnknown"]];
    }),
  };
}

const reads = (...names: string[]): Table =>
  Object.fromEntries(names.map((name) => [`GET /${name}`, { arrange: none }]));

/** A new resource of a collection. */
export const idIn = (collection: string) => async (world: World) => ({
  id: (await world.make(collection)).id,
});
const contractsOf = (owner: ModuleOwner) => ALL_CONTRACTS.filter(({ owners }) => owners.includes(owner));

function modules(owner: ModuleOwner, arrange: Row["arrange"]): Table {
  const rows = contractsOf(owner).flatMap((contract) => {
    const body = (world: World) => world.withReferences(contract.example);
    const bounds = boundsOf(contract);
    return [contract.kind, contract.alias ?? []].flat().flatMap((name): [string, Row][] => {
      const at = `${OWNER_PATHS[owner]}/${name}`;
      return [
        [`PUT ${at}`, { arrange, body, ...bounds }],
        [`GET ${at}`, { arrange: (world: World) => setFirst(world, at, { arrange, body }) }],
        [`DELETE ${at}`, { arrange }],
      ];
    });
  });
  return Object.fromEntries(rows);
}

/** The bounds of a module; its flag must be one, and every field in it is known. */
function boundsOf({ name, example }: ModuleContract): Bounds {
  const { accepts = [], refuses = [] } = MODULE_BOUNDS[name] ?? {};
  const always: Beyond[] = [
    ["text for enabled", { enabled: "yes" }, "enabled"],
    ["null for enabled", { enabled: null }, "enabled"],
  ];
  return { accepts, refuses: [...always, ...knownFieldsOnly(example as object), ...refuses] };
}

/** The bounds of an owner's own fields and, in one body with them, of all its modules. */
function withModules(owner: ModuleOwner, own: Bounds): Bounds {
  const all = [
    own,
    ...contractsOf(owner).map((one) => nested(one.kind, one.example as object, boundsOf(one))),
  ];
  return {
    accepts: all.flatMap(({ accepts = [] }) => accepts),
    refuses: all.flatMap(({ refuses = [] }) => refuses),
  };
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
/** A request that passed the edge; answers its id. */
async function passed({ app }: World): Promise<string> {
  const event = trafficEvent();
  await keep(app.traffic, [event]);
  return event.event_id;
}

/** There is nothing to change in a capture. */
function captures(): Table {
  const { [`PATCH /traffic_captures/{id}`]: _, ...rows } = crud(
    "/traffic_captures",
    "traffic_captures",
    CAPTURE_BOUNDS,
  );
  return rows;
}

/** Each new key writes one event. */
async function newEvent(world: World): Promise<string> {
  await world.make("/api_keys");
  type Page = { events: { event_id: string }[] };
  const { body } = await world.app.call<Page>("GET /events?limit=1");
  return body.events[0]?.event_id ?? "";
}

const TEXTS = { description: "é" };
const ROUTE = withModules("route", ROUTE_BOUNDS);

/** Every operation of the service (decisions/contract/operations-table.md), by method and path. */
export const TABLE: Table = {
  ...crud("/api_keys", "keys", RESOURCE_BOUNDS["/api_keys"]),
  ...crud("/credentials", "credentials", RESOURCE_BOUNDS["/credentials"]),
  ...crud("/ip_policies", "ip_policies"),
  ...crud("/ip_policy_rules", "ip_policy_rules", RESOURCE_BOUNDS["/ip_policy_rules"]),
  ...crud("/certificate_authorities", "certificate_authorities", RESOURCE_BOUNDS["/certificate_authorities"]),
  ...crud("/event_destinations", "event_destinations", EVENT_DESTINATION_BOUNDS),
  ...crud("/event_subscriptions", "event_subscriptions", EVENT_SUBSCRIPTION_BOUNDS),
  ...EVENT_ROWS,
  ...crud("/backends/tunnel_group", "backends", RESOURCE_BOUNDS["/backends/tunnel_group"]),
  ...crud("/edges/https", "https_edges", withModules("httpsEdge", EDGE_BOUNDS.https)),
  ...crud("/edges/tls", "tls_edges", withModules("tlsEdge", EDGE_BOUNDS.tls)),
  ...crud("/edges/tcp", "tcp_edges", withModules("tcpEdge", EDGE_BOUNDS.tcp)),
  [`POST ${ROUTES}`]: {
    arrange: async (world) => ({ edge_id: (await world.make("/edges/https")).id }),
    body: (world) => world.body(ROUTES),
    ...ROUTE,
  },
  [`GET ${ROUTES}/{id}`]: { arrange: routeIds },
  [`PATCH ${ROUTES}/{id}`]: {
    arrange: routeIds,
    body: async () => TEXTS,
    ...changed(`PATCH ${ROUTES}/{id}`, ROUTE),
  },
  [`DELETE ${ROUTES}/{id}`]: { arrange: routeIds },
  ...modules("route", routeIds),
  ...modules("httpsEdge", idIn("/edges/https")),
  ...modules("tlsEdge", idIn("/edges/tls")),
  ...modules("tcpEdge", idIn("/edges/tcp")),
  "GET /tunnel_sessions": {
    arrange: none,
    list: { key: "tunnel_sessions", add: async (world) => (await world.online()).session },
  },
  "GET /tunnel_sessions/{id}": { arrange: session },
  "POST /tunnel_sessions/{id}/restart": { arrange: session },
  "POST /tunnel_sessions/{id}/stop": { arrange: session },
  "POST /tunnel_sessions/{id}/update": { arrange: session },
  "GET /tunnel_sessions/{id}/update": { arrange: session },
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
  ...reads("event_counts", "traffic_metrics", "unreachable_apps", "ended_sessions", "closed_ip_policies"),
  ...reads("agent_releases", "api_key_uses", "edge_root", "whoami"),
  "GET /event_stream": {
    arrange: none,
    happens: async ({ make }) => {
      const { id } = await make("/ip_policies");
      return { event_type: "ip_policy_created.v0", object: { id } };
    },
  },
  "GET /traffic": { arrange: none, list: { key: "traffic", add: passed } },
  "GET /traffic/{id}": { arrange: async (world) => ({ id: await passed(world) }) },
  "GET /traffic_stream": {
    arrange: none,
    happens: async (world) => ({ event_id: await passed(world) }),
  },
  "GET /ended_sessions/{id}": { arrange: async (world) => ({ id: await world.ended() }) },
  ...captures(),
  [`GET ${ROUTES}/{id}/live_state`]: { arrange: routeIds },
  [`POST ${ROUTES}/{id}/live_state/reset`]: {
    arrange: async (world) =>
      setFirst(world, `${ROUTES}/{id}/circuit_breaker`, { arrange: routeIds, body: async () => ({}) }),
    body: (world) => world.body(`${ROUTES}/{id}/live_state/reset`),
    ...RESET_BOUNDS,
  },
  "POST /test_requests": {
    arrange: none,
    body: (world) => world.body("/test_requests"),
    ...TEST_REQUEST_BOUNDS,
  },
  "POST /traffic_previews": {
    arrange: none,
    body: (world) => world.body("/traffic_previews"),
    ...PREVIEW_BOUNDS,
  },
  ...ROLLOUT_ROWS,
  "POST /sign_in_codes": { arrange: none },
  "POST /sign_in_codes/exchange": {
    arrange: none,
    body: (world) => world.body("/sign_in_codes/exchange"),
    refuses: [
      ["no code", { code: undefined }, "code"],
      ["an empty code", { code: "" }, "code"],
      ["a code of 101 characters", { code: "x".repeat(101) }, "code"],
      ["a number for the code", { code: 1 }, "code"],
    ],
  },
  "GET /endpoints/{id}": { arrange: async (world) => ({ id: (await world.online()).endpoint }) },
};

/** `GET /api_keys/{id}`: what a row of the table is found by. */
export function nameOf({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method} ${path}`;
}
