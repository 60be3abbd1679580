import { CIRCUIT_BREAKER_DEFAULTS, type CircuitBreaker } from "#contract/modules/circuit-breaker.ts";
import type { MatchType } from "#contract/route.ts";
import { endpointRow } from "#service/resources/edge-endpoints.ts";
import { idAt } from "../store/ids.ts";
import { putModule } from "../store/modules.ts";
import { insertRows } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";
import { hashToken, newToken } from "../store/tokens.ts";
import { addDemoEdgeObjects } from "./edge-objects.ts";
import { addDemoPolicies } from "./ip-policies.ts";
import { addRow, daysBefore } from "./rows.ts";

type Breaker = Partial<CircuitBreaker>;
type DemoRoute = {
  match: string;
  type?: MatchType;
  description: string;
  metadata?: object;
  breaker?: Breaker;
};
type DemoEdge = {
  hosts: string[];
  description: string;
  metadata?: object;
  daysOld: number;
  routes: DemoRoute[];
};

const STRICT: Breaker = { tripped_duration: 30, volume_threshold: 20, error_threshold_percentage: 0.5 };

/** The edges of Northwind Freight, oldest first. */
const EDGES: readonly DemoEdge[] = [
  {
    hosts: ["www.northwind.example:443", "northwind.example:443"],
    description: "Public site",
    daysOld: 611,
    routes: [
      { match: "/", description: "Pages" },
      { match: "/quote", description: "Quote form", breaker: { ...STRICT, enabled: false } },
    ],
  },
  {
    hosts: ["api.northwind.example:443"],
    description: "Customer API",
    metadata: { team: "freight", tier: 1 },
    daysOld: 402,
    routes: [
      {
        match: "/v1/",
        description: "Version 1, until the last partner has moved",
        metadata: { sunset: "2027-03-31" },
      },
      {
        match: "/v2/",
        description: "Version 2",
        breaker: { tripped_duration: 15, rolling_window: 60, num_buckets: 12 },
      },
      {
        match: "/v2/rates",
        description: "Rates, slow upstream",
        breaker: { ...STRICT, volume_threshold: 100 },
      },
      { match: "/healthz", type: "exact_path", description: "Health, for the status page" },
    ],
  },
  {
    hosts: ["track.northwind.example:443", "*.track.northwind.example:443"],
    description: "Parcel tracking, one subdomain per customer",
    metadata: { team: "freight" },
    daysOld: 377,
    routes: [{ match: "/", description: "Tracking pages", breaker: { error_threshold_percentage: 0.25 } }],
  },
  {
    hosts: ["app.northwind.example:443"],
    description: "Planning app for staff",
    metadata: { team: "freight", tier: 1 },
    daysOld: 252,
    routes: [
      { match: "/", description: "App shell" },
      { match: "/dispatch", description: "Dispatch board for drivers and planners", breaker: STRICT },
      { match: "/reports", description: "Monthly reports" },
    ],
  },
  {
    hosts: ["hooks.northwind.example:443"],
    description: "Webhooks of carriers and payment",
    metadata: { team: "platform" },
    daysOld: 96,
    routes: [
      { match: "/carriers/", description: "Status changes of carriers" },
      {
        match: "/payments",
        type: "exact_path",
        description: "Payment events",
        breaker: { rolling_window: 30 },
      },
    ],
  },
  {
    hosts: ["docks.northwind.example:443"],
    description: "Dock doors, pilot in Hamburg",
    daysOld: 9,
    routes: [{ match: "/", description: "Door panels" }],
  },
];

type DemoKey = { description: string; metadata?: object; daysOld: number; bot?: boolean };

const KEYS: readonly DemoKey[] = [
  { description: "old on-call phone", daysOld: 395 },
  {
    description: "Grafana exporter",
    metadata: { team: "platform", reads: "sessions" },
    daysOld: 203,
    bot: true,
  },
  {
    description: "Terraform, edge-prod",
    metadata: { repo: "northwind/infra", team: "platform" },
    daysOld: 74,
    bot: true,
  },
  { description: "CI deploys, main branch", metadata: { repo: "northwind/app", ci: "main" }, daysOld: 11 },
];

/** Furnishes an account: keys whose tokens nobody has, IP policies with their rules, and edges with their endpoints, routes and modules. */
export async function furnishAccount(db: Db, ownerId: string, now = Date.now()): Promise<void> {
  const botAt = daysBefore(now, 640);
  const botId = idAt("user", botAt);
  await insertRows(db, "user", {
    id: botId,
    name: "platform-bot",
    admin: 0,
    created_at: timestamp(new Date(botAt)),
  });
  for (const key of KEYS) {
    await addRow(db, "apiKey", daysBefore(now, key.daysOld), key, (id) => ({
      hash: hashToken(newToken("apiKey", id)),
      owner_id: key.bot ? botId : ownerId,
    }));
  }
  for (const edge of EDGES) await addEdge(db, edge, daysBefore(now, edge.daysOld));
  await addDemoPolicies(db, now);
  await addDemoEdgeObjects(db, now);
}

async function addEdge(db: Db, demo: DemoEdge, at: number): Promise<void> {
  const edge = await addRow(db, "httpsEdge", at, demo, { hostports: JSON.stringify(demo.hosts) });
  const endpoints = demo.hosts.map((hostport, index) =>
    endpointRow("httpsEdge", edge, hostport, { id: idAt("endpoint", at + index), at: edge.created_at }),
  );
  await insertRows(db, "endpoint", ...endpoints);
  // Minutes apart: an edge shows its routes in the order they were made.
  for (const [index, route] of demo.routes.entries()) await addRoute(db, edge.id, route, at + index * 60_000);
}

async function addRoute(db: Db, edge_id: string, route: DemoRoute, at: number): Promise<void> {
  const { match, type: match_type = "path_prefix", breaker } = route;
  const { id } = await addRow(db, "route", at, route, { edge_id, match_type, match });
  if (breaker) await putModule(db, id, "circuit_breaker", { ...CIRCUIT_BREAKER_DEFAULTS, ...breaker });
}
